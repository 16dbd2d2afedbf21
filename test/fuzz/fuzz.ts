// Sends made-up requests to every endpoint and judges each answer: no server error but the documented 503,
// a body that fits its schema, one answer for one request, and a process that lives. Stops by itself.
import { once } from "node:events";
import { Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent, request as requestHttps } from "node:https";
import { connect } from "node:net";
import { createReplyChecker, type ReplyChecker } from "../contract/openapi.ts";
import { type Case, makeCase, type Operation, readOperations } from "./cases.ts";
import { type Chance, createChance } from "./chance.ts";
import { makeRawCase, type RawCase } from "./raw-cases.ts";

export type Target = { http: string; https: string; httpPort: number; ca: string };

export type Findings = {
  sent: number;
  raw: number;
  statuses: Record<string, number>;
  /** Answers held against a schema of an OpenAPI document. */
  checked: number;
  operations: number;
  cut: number;
  problems: string[];
};

type Reply = {
  status: number;
  type: string | null;
  text: string;
  retryAfter: string | undefined;
  allow: string | undefined;
};

const CALLERS = 12;
const PROBLEMS_MAX = 20;
/** The dashboard's own API has no OpenAPI document; its errors have the standard shape. */
const DASHBOARD: ReadonlyArray<[method: string, path: string]> = [
  ["GET", "/state"],
  ["POST", "/sign-in"],
  ["POST", "/sign-up"],
  ["POST", "/sign-out"],
  ["GET", "/keys"],
  ["POST", "/keys"],
  ["POST", "/keys/{id}/rotate"],
  ["POST", "/keys/{id}/revoke"],
  ["GET", "/usage"],
  ["GET", "/usage.csv"],
  ["POST", "/detect"],
  ["POST", "/regenerate"],
  ["GET", "/settings"],
  ["GET", "/sessions"],
  ["POST", "/account/delete"],
  ["GET", "/history"],
  ["GET", "/history/{id}"],
  ["POST", "/history/{id}/report"],
  ["DELETE", "/history/{id}"],
  ["POST", "/history/settings"],
  ["POST", "/history/delete-all"],
  ["GET", "/history.json"],
  ["GET", "/history.csv"],
  ["POST", "/report"],
  ["POST", "/password"],
  ["DELETE", "/sessions/{id}"],
  ["POST", "/sessions/end-others"],
];

export async function fuzz(options: {
  target: Target;
  key: string;
  seed: number;
  requests: number;
  isAlive(): boolean;
  onProgress?: (sent: number) => void;
}): Promise<Findings> {
  const { target, key, seed, requests, isAlive, onProgress } = options;
  const documents = await Promise.all(
    ["/api/openapi.json", "/v1/openapi.json"].map(async (path) =>
      (await fetch(target.http + path)).json(),
    ),
  );
  const [api, v1] = documents as [
    Parameters<typeof createReplyChecker>[0],
    Parameters<typeof createReplyChecker>[0],
  ];
  const checkers: Partial<Record<Operation["service"], ReplyChecker>> = {
    api: createReplyChecker(api),
    v1: createReplyChecker(v1),
  };
  const cookie = await signUp(target, seed);
  const operations = [
    ...readOperations(api as never, "api"),
    ...readOperations(v1 as never, "v1"),
    ...DASHBOARD.map(
      ([method, path]): Operation => ({
        method,
        template: `/dashboard/api${path}`,
        queries: method === "GET" ? ["days", "limit"] : [],
        bodyTypes: method === "POST" ? ["application/json"] : [],
        service: "dashboard",
        // Somebody is signed in, but for the way out.
        ...(path === "/sign-out" ? {} : { cookie }),
      }),
    ),
  ];
  const findings: Findings = {
    sent: 0,
    raw: 0,
    statuses: {},
    checked: 0,
    operations: operations.length,
    cut: 0,
    problems: [],
  };
  const agents = {
    http: new HttpAgent({ keepAlive: true, maxSockets: CALLERS }),
    https: new Agent({ keepAlive: true, maxSockets: CALLERS, ca: target.ca }),
  };
  const note = (problem: string) => {
    if (findings.problems.length < PROBLEMS_MAX) findings.problems.push(problem);
  };
  const count = (status: number) => {
    findings.statuses[status] = (findings.statuses[status] ?? 0) + 1;
  };

  const work = async (caller: number) => {
    // A caller's own chance: what one sends does not depend on how fast the others are.
    const chance = createChance(seed * 1000 + caller);
    while (findings.sent < requests && findings.problems.length < PROBLEMS_MAX && isAlive()) {
      const number = ++findings.sent;
      if (number % 5000 === 0) onProgress?.(number);
      if (chance.once(12)) {
        findings.raw++;
        const raw = makeRawCase(chance, key);
        for (const problem of judgeRaw(raw, await sendRaw(target.httpPort, raw), count))
          note(problem);
        continue;
      }
      const made = makeCase(chance, operations, key);
      try {
        const reply = await send(target, agents, made, chance);
        count(reply.status);
        for (const problem of judge(made, reply, checkers, findings)) note(problem);
      } catch (error) {
        // The server may end a connection whose body it did not read; more than that is a fault.
        findings.cut++;
        const code = String(Object(error).code ?? error);
        // What the parser refuses is answered before its method is known: for HEAD that is one body too many.
        const isHead = made.method === "HEAD" && code === "HPE_CLOSED_CONNECTION";
        if (!isHead && !["ECONNRESET", "EPIPE"].includes(code)) note(`${describe(made)}: ${code}`);
      }
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => work(caller)));
  if (!isAlive()) note("The process died.");
  agents.http.destroy();
  agents.https.destroy();
  return findings;
}

/** An account of the fuzz's own; its session goes with most requests to the dashboard. */
async function signUp(target: Target, seed: number): Promise<string> {
  const body = JSON.stringify({
    email: `fuzz-${seed}-${Date.now()}@test.example`,
    password: "four plain words here",
  });
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "x-lodestone-dashboard": "1" };
    requestHttps(`${target.https}/dashboard/api/sign-up`, {
      method: "POST",
      ca: target.ca,
      headers,
    })
      .on("response", (reply) => {
        reply.resume();
        const [cookie] = reply.headers["set-cookie"] ?? [];
        if (cookie === undefined) reject(new Error(`sign-up was answered ${reply.statusCode}`));
        else resolve(cookie.split(";")[0] ?? "");
      })
      .on("error", reject)
      .end(body);
  });
}

function send(
  target: Target,
  agents: { http: HttpAgent; https: Agent },
  made: Case,
  chance: Chance,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const url = (made.isPlain ? target.http : target.https) + made.path;
    const headers: Record<string, string | string[]> = {};
    for (const [name, value] of made.headers) {
      const earlier = headers[name];
      headers[name] = earlier === undefined ? value : [earlier, value].flat();
    }
    const { body, delivery, method } = made;
    if (body !== null && delivery !== "chunked") headers["content-length"] = String(body.length);
    else if (body !== null) headers["transfer-encoding"] = "chunked";
    // A path may contain what a URL parser would normalise: it is sent unchanged.
    const at = new URL(made.isPlain ? target.http : target.https);
    const options = {
      host: at.hostname,
      port: at.port,
      path: url.slice(at.origin.length),
      method,
      headers,
    };
    const asked = made.isPlain
      ? requestHttp({ ...options, agent: agents.http })
      : requestHttps({ ...options, agent: agents.https, servername: "localhost" });
    asked.setTimeout(60_000, () => asked.destroy(new Error("no answer within a minute")));
    asked.on("error", reject);
    asked.on("response", (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("error", reject);
      reply.on("end", () =>
        resolve({
          status: reply.statusCode ?? 0,
          type: reply.headers["content-type"] ?? null,
          text:
            reply.headers["content-encoding"] === undefined ? Buffer.concat(chunks).toString() : "",
          retryAfter: reply.headers["retry-after"],
          allow: reply.headers.allow,
        }),
      );
    });
    if (body === null) return void asked.end();
    if (delivery === "whole") return void asked.end(body);
    const middle = chance.below(body.length + 1);
    asked.write(body.subarray(0, middle));
    setImmediate(() => asked.end(body.subarray(middle)));
  });
}

/** What is wrong with an answer. */
function judge(
  made: Case,
  reply: Reply,
  checkers: Partial<Record<string, ReplyChecker>>,
  findings: Findings,
): string[] {
  const { status, text, type } = reply;
  const where = `${describe(made)} → ${status} ${text.slice(0, 200)}`;
  if (status >= 500 && status !== 503) return [`server error: ${where}`];
  if (status === 503 && reply.retryAfter === undefined)
    return [`503 without Retry-After: ${where}`];
  if (status < 200) return [`no answer: ${where}`];
  const isJson = type?.startsWith("application/json") === true;
  if (status >= 400 && made.method !== "HEAD" && !isJson)
    return [`an error that is not JSON: ${where}`];
  if (text === "" || !isJson) return [];
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [`broken JSON: ${where}`];
  }
  if (isPlainError(body)) return status >= 400 ? [] : [`an error with ${status}: ${where}`];
  const service = made.operation?.service ?? "dashboard";
  const checker = checkers[service];
  if (checker === undefined) {
    const isStandard = typeof Object(Object(body).error).type === "string";
    return status < 400 || isStandard ? [] : [`an error of another shape: ${where}`];
  }
  // Other methods are described by their refusal alone, at those the path has.
  const path = made.path.split("?", 1)[0] ?? "";
  const [allowed] = reply.allow?.split(", ") ?? [];
  if (status === 405 && allowed === undefined) return [`405 without Allow: ${where}`];
  const asked = made.method === "HEAD" ? (made.operation?.method ?? "GET") : made.method;
  const method = status === 405 ? (allowed ?? asked) : asked;
  try {
    checker(method, path, status, type, body);
    findings.checked++;
    return [];
  } catch (error) {
    const words = (error as Error).message;
    // A path outside the document can only be one that was not found or not let in.
    const isOutside = /is not in the OpenAPI document|does not describe status (404|403|401)$/.test(
      words,
    );
    const isRefusal = [400, 401, 403, 404, 405].includes(status);
    if (isRefusal && (isOutside || made.method === "OPTIONS")) return [];
    return [`${words}: ${where}`];
  }
}

/** Errors that belong to no service carry both services' shapes. */
function isPlainError(body: unknown): boolean {
  const { status, message, timestamp, error, request_id } = Object(body) as Record<string, unknown>;
  return (
    status === "error" &&
    typeof message === "string" &&
    typeof timestamp === "string" &&
    typeof Object(error).type === "string" &&
    typeof request_id === "string"
  );
}

/** Everything that came back before the connection ended, in Latin-1. */
async function sendRaw(port: number, { pieces, isCut }: RawCase): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk) => (answer += chunk));
  socket.on("error", () => {});
  const closed = once(socket, "close").catch(() => {});
  await once(socket, "connect").catch(() => {});
  for (const piece of pieces) {
    socket.write(piece, "latin1");
    await new Promise(setImmediate);
  }
  if (isCut) socket.destroy();
  else {
    // What keeps the connection open after its answer is asked to end it.
    const idle = setTimeout(() => socket.end(), 300);
    const dead = setTimeout(() => socket.destroy(), 20_000);
    await closed;
    clearTimeout(idle);
    clearTimeout(dead);
  }
  await closed;
  return answer;
}

function judgeRaw(raw: RawCase, answer: string, count: (status: number) => void): string[] {
  const heads = [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
  for (const status of heads) count(status);
  const where = `${raw.name} ${JSON.stringify(raw.pieces.join("").slice(0, 300))} → ${JSON.stringify(answer.slice(0, 300))}`;
  if (raw.isCut)
    return heads.some((status) => status >= 500 && status !== 503)
      ? [`server error: ${where}`]
      : [];
  if (heads.length > raw.answersMax) return [`${heads.length} answers: ${where}`];
  const odd = heads.filter((status) => !raw.statuses.includes(status));
  return odd.length > 0 || /smuggled/.test(answer) ? [`odd answer: ${where}`] : [];
}

function describe({ method, path, headers, body }: Case): string {
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "";
  return `${method} ${path.slice(0, 200)} ${type} ${JSON.stringify(body?.toString("latin1").slice(0, 200) ?? "")}`;
}
