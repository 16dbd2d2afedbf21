// Reads and checks every setting, once. One table holds the name, default, description and check of each;
// docs/settings.md is generated from it. Nothing else in the program reads the environment.
import { availableParallelism } from "node:os";
import { RELEASED_MODELS } from "./release.ts";
import {
  listOf,
  modelFolder,
  oneOf,
  optionalFile,
  optionalName,
  optionalSecret,
  optionalUrl,
  Refusal,
  readHost,
  readNetworks,
  wholeNumber,
  writableFolder,
} from "./setting-values.ts";

/** A rejected value: the sentence is shown to the operator as it is. */
export type Problem = string;

type Setting<T> = {
  env: string;
  /** The default when the variable is absent or empty, in the setting's own syntax; "" means unset. */
  fallback: string;
  /** What docs/settings.md shows as the default where the true one depends on the machine. */
  fallbackShown?: string;
  about: string;
  secret?: boolean;
  /** Returns the value, or throws a Refusal with the words that follow the setting's name. */
  read: (raw: string) => T;
};

export const settings = {
  services: {
    env: "SERVICES",
    fallback: "locations,authenticity",
    about: "Which services this copy runs: `locations`, `authenticity`, or both.",
    read: listOf(["locations", "authenticity"]),
  },
  host: {
    env: "HOST",
    fallback: "127.0.0.1",
    about: "Address to listen on. `0.0.0.0` or `::` opens both ports to the network.",
    read: readHost,
  },
  httpPort: {
    env: "HTTP_PORT",
    fallback: "8080",
    about:
      "Port for HTTP: the location directory, the documentation and the probes. 0 picks a free one.",
    read: wholeNumber(0, 65_535),
  },
  httpsPort: {
    env: "HTTPS_PORT",
    fallback: "8443",
    about: "Port for HTTPS: everything. 0 picks a free one.",
    read: wholeNumber(0, 65_535),
  },
  tlsCert: {
    env: "TLS_CERT",
    fallback: "",
    about:
      "Certificate chain in PEM, with `TLS_KEY`. Without both, a local authority and certificate are created on first start under `DATA_DIR/tls`.",
    read: optionalFile,
  },
  tlsKey: {
    env: "TLS_KEY",
    fallback: "",
    about: "Private key in PEM that belongs to `TLS_CERT`.",
    read: optionalFile,
  },
  hstsMaxAge: {
    env: "HSTS_MAX_AGE",
    fallback: "31536000",
    about:
      "`max-age` of `Strict-Transport-Security` in seconds. Sent over HTTPS when `TLS_CERT` is set, never with the local certificate and never for `localhost`. It applies to every port of the host name, so pages can then no longer read the directory on `HTTP_PORT`; 0: not sent.",
    read: wholeNumber(0, 1_000_000_000),
  },
  trustProxy: {
    env: "TRUST_PROXY",
    fallback: "",
    about:
      "Addresses or networks (`10.0.0.0/8`, comma-separated) of proxies whose `X-Forwarded-Proto` and `X-Forwarded-For` are trusted. Those of other senders are ignored.",
    read: readNetworks,
  },
  dataDir: {
    env: "DATA_DIR",
    fallback: "./var",
    about: "Folder of the embedded store and the local certificate. Created if missing.",
    read: writableFolder,
  },
  databaseUrl: {
    env: "DATABASE_URL",
    fallback: "",
    about: "Postgres for more than one copy, `postgres://…`. Unset: the embedded store.",
    secret: true,
    read: optionalUrl(["postgres:", "postgresql:"]),
  },
  redisUrl: {
    env: "REDIS_URL",
    fallback: "",
    about: "Redis or Valkey for limits shared by several copies, `redis://…`.",
    secret: true,
    read: optionalUrl(["redis:", "rediss:"]),
  },
  ratePerMinute: {
    env: "RATE_PER_MINUTE",
    fallback: "60",
    about: "Requests a minute for each key that has no limit of its own.",
    read: wholeNumber(1, 1_000_000_000),
  },
  ratePerMinuteMax: {
    env: "RATE_PER_MINUTE_MAX",
    fallback: "1000",
    about: "The most requests a minute that a single key can be given.",
    read: wholeNumber(1, 1_000_000_000),
  },
  readsPerMinute: {
    env: "READS_PER_MINUTE",
    fallback: "300",
    about: "Requests a minute for each key that only read: usage, jobs and their results.",
    read: wholeNumber(1, 1_000_000_000),
  },
  concurrentPerKey: {
    env: "CONCURRENT_PER_KEY",
    fallback: "10",
    about: "Requests at once for each key.",
    read: wholeNumber(1, 1_000_000),
  },
  badKeysPerMinute: {
    env: "BAD_KEYS_PER_MINUTE",
    fallback: "300",
    about: "Refused keys a minute from one address before it gets 429. Never blocks a valid key.",
    read: wholeNumber(1, 1_000_000_000),
  },
  quotaPerDay: {
    env: "QUOTA_PER_DAY",
    fallback: "25",
    about: "Checks an account may make each UTC day.",
    read: wholeNumber(0, 1_000_000_000),
  },
  quotaBonusPerDay: {
    env: "QUOTA_BONUS_PER_DAY",
    fallback: "25",
    about: "Further checks a day during an account's first days.",
    read: wholeNumber(0, 1_000_000_000),
  },
  quotaBonusDays: {
    env: "QUOTA_BONUS_DAYS",
    fallback: "30",
    about: "How many UTC days the bonus lasts, the day of sign-up being the first.",
    read: wholeNumber(0, 100_000),
  },
  textLengthMax: {
    env: "TEXT_LENGTH_MAX",
    fallback: "100000",
    about: "Longest text accepted, in UTF-16 units.",
    read: wholeNumber(1, 10_000_000),
  },
  jobsPerAccount: {
    env: "JOBS_PER_ACCOUNT",
    fallback: "20",
    about: "Unfinished jobs (`POST /v1/jobs`) an account may have.",
    read: wholeNumber(0, 100_000),
  },
  jobsLengthMax: {
    env: "JOBS_LENGTH_MAX",
    fallback: "200000000",
    about:
      "UTF-16 units of text that all jobs may hold in the store, finished ones until their results are wiped; each text counts 500 more for its result, and one account may hold a quarter. With the results it takes three to six times as many bytes on disk.",
    read: wholeNumber(0, 100_000_000_000),
  },
  webhooks: {
    env: "WEBHOOKS",
    fallback: "off",
    about:
      "`on`: a job may name an https address that is told when it is done. `off`: nothing is ever sent.",
    read: oneOf(["off", "on"]),
  },
  webhookPrivateNetworks: {
    env: "WEBHOOK_PRIVATE_NETWORKS",
    fallback: "",
    about:
      "Addresses or networks (`10.0.0.0/8`, comma-separated) beyond the public internet that webhooks may be sent to. Unset: no private, loopback or link-local address.",
    read: readNetworks,
  },
  historyDaysMax: {
    env: "HISTORY_DAYS_MAX",
    fallback: "365",
    about:
      "Most days for which an account may keep its results. Keeping is off until an account switches it on; 0: nobody can.",
    read: wholeNumber(0, 3650),
  },
  fileSizeMax: {
    env: "FILE_SIZE_MAX",
    fallback: "10485760",
    about:
      "Largest file accepted, in bytes. The text found in it must also be within `TEXT_LENGTH_MAX`.",
    read: wholeNumber(1, 1_000_000_000),
  },
  workers: {
    env: "WORKERS",
    fallback: String(availableParallelism()),
    fallbackShown: "number of cores",
    about: "Threads that run the detector.",
    read: wholeNumber(1, 1024),
  },
  modelDir: {
    env: "MODEL_DIR",
    fallback: RELEASED_MODELS,
    fallbackShown: "`models` of this release",
    about:
      "Folder of all model files, the detector's and the rewriter's, laid out as `models/FORMAT.md` says.",
    read: modelFolder,
  },
  calibrationFile: {
    env: "CALIBRATION_FILE",
    fallback: "",
    about:
      "Calibration on the operator's own human texts, as `lodestone detect calibrate` writes it. It must belong to the model in `MODEL_DIR`.",
    read: optionalFile,
  },
  rewriteLlmUrl: {
    env: "REWRITE_LLM_URL",
    fallback: "",
    about:
      "Address of a language model with OpenAI-compatible chat completions (`http://127.0.0.1:11434/v1` for Ollama), with `REWRITE_LLM_MODEL`. Set: sentences of texts to be rewritten are sent there. Unset: nothing leaves the machine.",
    read: optionalUrl(["http:", "https:"]),
  },
  rewriteLlmModel: {
    env: "REWRITE_LLM_MODEL",
    fallback: "",
    about: "Name of the model to ask at `REWRITE_LLM_URL`.",
    read: optionalName,
  },
  rewriteLlmKey: {
    env: "REWRITE_LLM_KEY",
    fallback: "",
    about: "Bearer key for `REWRITE_LLM_URL`, if it requires one.",
    secret: true,
    read: optionalName,
  },
  rewriteLlmTimeoutMs: {
    env: "REWRITE_LLM_TIMEOUT_MS",
    fallback: "20000",
    about:
      "Timeout for one response of the language model, in milliseconds. After that the rules rewrite.",
    read: wholeNumber(100, 600_000),
  },
  rewriteLlmTokensPerDay: {
    env: "REWRITE_LLM_TOKENS_PER_DAY",
    fallback: "1000000",
    about:
      "Budget of this copy for the language model per UTC day, in tokens. After that the rules rewrite.",
    read: wholeNumber(0, 1_000_000_000),
  },
  signup: {
    env: "SIGNUP",
    fallback: "open",
    about: "`open`: anyone may create an account. `closed`: only the operator, by command.",
    read: oneOf(["open", "closed"]),
  },
  publicUrl: {
    env: "PUBLIC_URL",
    fallback: "",
    about:
      "Public address of the dashboard, such as `https://lodestone.example.org`. Links to reset a password begin with it. Unset: `https://localhost` with `HTTPS_PORT`.",
    read: optionalUrl(["https:"]),
  },
  smtpUrl: {
    env: "SMTP_URL",
    fallback: "",
    about:
      "Mail server for links to reset a password, `smtp://user:password@host:587` or `smtps://…:465`, with `MAIL_FROM` and `PUBLIC_URL`. Unset: no mail is ever sent.",
    secret: true,
    read: optionalUrl(["smtp:", "smtps:"]),
  },
  mailFrom: {
    env: "MAIL_FROM",
    fallback: "",
    about: "Sender of that mail: `lodestone@example.org`, or `Lodestone <lodestone@example.org>`.",
    read: optionalName,
  },
  metricsToken: {
    env: "METRICS_TOKEN",
    fallback: "",
    about:
      "Bearer token that opens `/metrics` from other machines. Unset: loopback only, and a request that came through a proxy is not loopback.",
    secret: true,
    read: optionalSecret,
  },
  logLevel: {
    env: "LOG_LEVEL",
    fallback: "info",
    about:
      "`debug`, `info`, `warn`, `error` or `silent`. Successful reads of the location directory, and answers to signed-out pages, are counted in the metrics and logged at `debug`; everything else at `info` or above.",
    read: oneOf(["debug", "info", "warn", "error", "silent"]),
  },
} as const satisfies Record<string, Setting<unknown>>;

export type Config = {
  readonly [K in keyof typeof settings]: ReturnType<(typeof settings)[K]["read"]>;
};

/** Checks all settings and names every problem, not just the first; `readable` holds the rest. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
): { ok: true; config: Config } | { ok: false; problems: Problem[]; readable: Partial<Config> } {
  const problems: Problem[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(settings) as [string, Setting<unknown>][]) {
    const given = env[setting.env]?.trim();
    try {
      values[key] = setting.read(given === undefined || given === "" ? setting.fallback : given);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problems.push(`${setting.env} ${error.message}`);
    }
  }
  // Every key of `settings` has been given what its own `read` returned, or a problem was noted.
  const config = values as Config;
  if (problems.length === 0) problems.push(...problemsBetween(config));
  return problems.length > 0 ? { ok: false, problems, readable: values } : { ok: true, config };
}

/** The settings as shown to the operator; of a secret only whether it is set. */
export function describeSettings(
  config: Config,
): Array<{ name: string; value: string; fallback: string; about: string; isSecret: boolean }> {
  return (Object.entries(settings) as [keyof Config, Setting<unknown>][]).map(([key, setting]) => {
    const value = config[key];
    const isUnset = value === null || (Array.isArray(value) && value.length === 0);
    const isSecret = setting.secret === true;
    const shown = isSecret ? "set, not shown" : Array.isArray(value) ? value.join(",") : value;
    return {
      name: setting.env,
      value: isUnset ? "" : String(shown),
      fallback: setting.fallbackShown ?? setting.fallback,
      about: setting.about,
      isSecret,
    };
  });
}

/** The convention of no-color.org: a preference of the terminal's user, not a setting of the program. */
export function isColorOff(
  env: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  return (env.NO_COLOR ?? "") !== "";
}

function problemsBetween(config: Config): Problem[] {
  const problems: Problem[] = [];
  if ((config.tlsCert === null) !== (config.tlsKey === null)) {
    problems.push("TLS_CERT and TLS_KEY must be set together.");
  }
  if (config.httpPort !== 0 && config.httpPort === config.httpsPort) {
    problems.push(`HTTP_PORT and HTTPS_PORT must differ; both are ${config.httpPort}.`);
  }
  if (config.redisUrl !== null && config.databaseUrl === null) {
    problems.push("REDIS_URL needs DATABASE_URL: shared limits make sense only on a shared store.");
  }
  const mail = [config.smtpUrl, config.mailFrom];
  if (mail.includes(null) && mail.some((value) => value !== null)) {
    problems.push("SMTP_URL and MAIL_FROM must be set together.");
  }
  if (config.smtpUrl !== null && config.publicUrl === null) {
    problems.push("SMTP_URL needs PUBLIC_URL: the links in the mail begin with it.");
  }
  if ((config.rewriteLlmUrl === null) !== (config.rewriteLlmModel === null)) {
    problems.push("REWRITE_LLM_URL and REWRITE_LLM_MODEL must be set together.");
  }
  return problems;
}

/** Where people reach the dashboard, without a slash at the end. */
export function publicUrlOf({ publicUrl, httpsPort }: Config): string {
  const port = httpsPort === 443 ? "" : `:${httpsPort}`;
  return (publicUrl ?? `https://localhost${port}`).replace(/\/+$/, "");
}

/** The mail server the operator has configured, or null. */
export function mailOf({ smtpUrl: url, mailFrom: from }: Config) {
  return url === null || from === null ? null : { url, from };
}

/** The language model the operator has configured, or undefined. */
export function languageModelOf(config: Config):
  | {
      url: string;
      model: string;
      key: string | undefined;
      timeoutMs: number;
      tokensPerDay: number;
    }
  | undefined {
  const { rewriteLlmUrl: url, rewriteLlmModel: model } = config;
  if (url === null || model === null) return undefined;
  return {
    url,
    model,
    key: config.rewriteLlmKey ?? undefined,
    timeoutMs: config.rewriteLlmTimeoutMs,
    tokensPerDay: config.rewriteLlmTokensPerDay,
  };
}
