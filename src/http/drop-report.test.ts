import { expect, test } from "vitest";
import { createDropReport } from "./drop-report.ts";
import { createMetrics } from "./metrics.ts";

test("dropped connections are counted all, and logged once in ten seconds with their number", async () => {
  const metrics = createMetrics({ version: "1.0.0" });
  const lines: unknown[] = [];
  let nowMs = 0;
  const log = { warn: (fields: unknown) => void lines.push(fields) };
  const drop = createDropReport({ log: log as never, metrics, nowMs: () => nowMs });
  for (let n = 0; n < 500; n++) drop("handshake_timeout");
  expect(lines).toEqual([{ dropped: { handshake_timeout: 1 } }]);
  nowMs = 10_000;
  drop("accept_failed");
  expect(lines[1]).toEqual({ dropped: { handshake_timeout: 499, accept_failed: 1 } });
  expect(await metrics.text()).toContain(
    'lodestone_connections_dropped_total{reason="handshake_timeout"} 500',
  );
});
