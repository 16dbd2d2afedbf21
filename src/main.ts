// Puts the program together, top to bottom: settings → store → services → listen → orderly stop.
import { join } from "node:path";
import type { Config } from "./config.ts";
import { buildWeb } from "./dashboard/dashboard.ts";
import {
  addClientPackage,
  addErrorsPage,
  addProbes,
  addStartPage,
  buildServer,
  CLIENT_PACKAGE,
  createClientReader,
  createDropReport,
  createLoadShedder,
  createMetrics,
  createRequestIds,
  type DirectReads,
  expiryOf,
  followCertificate,
  type Listeners,
  type LoadShedder,
  type Log,
  listen,
  type Metrics,
  openLocalCertificate,
  readCertificate,
  type Server,
} from "./http/http.ts";
import {
  addLocationRoutes,
  createLocations,
  followStoredDataset,
  type Locations,
  readShippedDataset,
} from "./locations/locations.ts";
import { type Closers, closeAll } from "./main/closers.ts";
import { type Address, addTextServices } from "./main/text-services.ts";
import { readAppVersion } from "./release.ts";
import { openStore, readStoreId, type Store } from "./store/store.ts";

export type Running = {
  httpPort: number;
  httpsPort: number;
  /** The local authority that signed our certificate, or null when the operator gave one. */
  caFile: string | null;
  /** Reads the operator's certificate again; null when there is none to read. */
  renewCertificate: (() => void) | null;
  stop(): Promise<void>;
};

/** How long a stop waits for running requests before it closes their connections. */
const DRAIN_TIMEOUT_MS = 10_000;

export async function start(config: Config, log: Log): Promise<Running> {
  const opened: Closers = [];
  try {
    return await openAll(config, log, opened);
  } catch (error) {
    // Otherwise what was opened so far would keep files, threads and connections.
    await closeAll(opened).catch((err: unknown) => log.error({ err }, "could not close"));
    throw error;
  }
}

async function openAll(config: Config, log: Log, opened: Closers): Promise<Running> {
  const appVersion = readAppVersion();
  const store = await openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl ?? undefined,
    clock: Date.now,
    log,
    isChecked: true,
  });
  opened.push(() => store.close());
  const storeId = readStoreIdLater(store);

  const client = createClientReader(config.trustProxy);
  const metrics = createMetrics({ version: appVersion });
  const shedder = openLoadShedder(metrics);
  const nextRequestId = createRequestIds();
  const server = buildServer({ log, metrics, nextRequestId, client });
  opened.push(async () => void (await server.close()));

  const built = await buildWeb({ log });
  if (!built.ok) log.error({ reason: built.reason }, "pages and client package are missing");

  const locations = config.services.includes("locations")
    ? createLocations(readShippedDataset(), appVersion)
    : undefined;
  let direct: DirectReads | undefined;
  if (locations !== undefined) {
    await followLocations(locations, { store, log, opened });
    const reads = await addLocationRoutes(server, {
      locations,
      log,
      metrics,
      client,
      nextRequestId,
      appVersion,
    });
    // At debug level every request goes through the server, which logs it.
    if (!log.isLevelEnabled("debug")) direct = reads;
  }

  const address: Address = { caFile: null, httpsPort: config.httpsPort };
  const shared = { config, log, opened, store, metrics, client, server, built, appVersion };
  const text = config.services.includes("authenticity")
    ? await addTextServices({ ...shared, address, locations })
    : null;

  addClientPackage(server, {
    packageFile: built.ok ? join(built.folder, CLIENT_PACKAGE) : null,
  });
  addStartPage(server, {
    services: config.services,
    appVersion,
    client,
    sendApp: text?.dashboard.sendApp,
  });
  addErrorsPage(server, { services: config.services });
  addProbes(server, {
    client,
    metrics,
    metricsToken: config.metricsToken,
    storeId,
    findUnready: {
      // It serves what it has, whether or not the store is there.
      ...(locations === undefined ? {} : { api: async () => [] }),
      ...(text === null ? {} : { v1: async () => ((await isUp(store)) ? [] : ["store"]) }),
    },
  });

  const { listeners, renewCertificate } = await openPorts(server, {
    ...shared,
    address,
    direct,
    shedder,
  });
  // Before the listeners, so that the running requests have the workers for themselves.
  opened.push(() => text?.jobs.stop());
  return {
    httpPort: listeners.httpPort,
    ...address,
    renewCertificate,
    stop: () => closeAll(opened),
  };
}

/** Read once, in parallel with the start, so that probes never wait for the store; null until then. */
function readStoreIdLater(store: Store): () => string | null {
  let storeId: string | null = null;
  store
    .whenReady()
    .then(() => readStoreId(store))
    .then((id) => (storeId = id))
    .catch(() => {});
  return () => storeId;
}

function openLoadShedder(metrics: Metrics): LoadShedder {
  const shedder = createLoadShedder();
  metrics.addGauge(
    "lodestone_overloaded",
    "1 while requests are refused because more come than can be answered.",
    () => Number(shedder.isOverloaded()),
  );
  return shedder;
}

/** Serves the imported data set, if there is one, and switches to later imports. */
async function followLocations(
  locations: Locations,
  { store, log, opened }: { store: Store; log: Log; opened: Closers },
): Promise<void> {
  const follower = followStoredDataset({ store, locations, log });
  opened.push(() => follower.stop());
  await follower.look();
}

type PortsOptions = {
  config: Config;
  log: Log;
  opened: Closers;
  metrics: Metrics;
  /** Filled in here. */
  address: Address;
  direct: DirectReads | undefined;
  shedder: LoadShedder;
};

/** Opens both ports, with the operator's certificate or the local one. */
async function openPorts(
  server: Server,
  { config, log, opened, metrics, address, direct, shedder }: PortsOptions,
): Promise<{ listeners: Listeners; renewCertificate: (() => void) | null }> {
  const files =
    config.tlsCert !== null && config.tlsKey !== null
      ? { cert: config.tlsCert, key: config.tlsKey }
      : null;
  const certificate =
    files !== null
      ? readCertificate(files.cert, files.key)
      : await openLocalCertificate({
          folder: join(config.dataDir, "tls"),
          host: config.host,
          publicUrl: config.publicUrl,
          nowMs: Date.now(),
          log,
        });
  address.caFile = certificate.caFile;
  const listeners = await listen(server, {
    ...config,
    certificate,
    ...(direct === undefined ? {} : { direct }),
    shedder,
    onDrop: createDropReport({ log, metrics }),
    // With the local certificate HSTS would take away the browser's option to proceed past its warning.
    hstsMaxAge: address.caFile === null ? config.hstsMaxAge : 0,
  });
  opened.push(() => listeners.stop({ drainTimeoutMs: DRAIN_TIMEOUT_MS }));
  address.httpsPort = listeners.httpsPort;

  let certificateEnds = expiryOf(certificate);
  metrics.addGauge(
    "lodestone_certificate_expires_timestamp_seconds",
    "When the certificate of the HTTPS port ends.",
    () => certificateEnds,
  );
  if (files === null) return { listeners, renewCertificate: null };
  const follower = followCertificate({
    files,
    current: certificate,
    apply(next) {
      listeners.setCertificate(next);
      certificateEnds = expiryOf(next);
    },
    log,
  });
  opened.push(() => follower.stop());
  return { listeners, renewCertificate: follower.look };
}

async function isUp(store: Store): Promise<boolean> {
  return store.ping().then(
    () => true,
    () => false,
  );
}
