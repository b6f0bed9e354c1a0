import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { writePidFile } from "@matinale/dev-services";
import { expect, test, vi } from "vitest";
import { writeJson } from "../json-file.ts";
import { placesIn } from "../places.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { observe } from "./observe.ts";

test("names no dashboards when Grafana has ended while Prometheus runs", async () => {
  const places = placesIn({ RUN_FOLDER: temporaryFolder() });
  const backing = { engine: "from the environment", url: "a" };
  const stack = { app: "a", phone: "b", services: [] };
  writeJson(places.stackFile, {
    ...stack,
    backing: { kafka: backing, mongodb: backing, redis: backing },
  });
  const addresses = { prometheus: "http://127.0.0.1:9090", grafana: "http://127.0.0.1:3000" };
  writeJson(join(places.folder, "observe/addresses.json"), addresses);
  mkdirSync(places.pids);
  writePidFile(places.pidFile("prometheus"), process.pid);
  // there is no Docker
  vi.stubEnv("PATH", places.folder);
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    await observe(places, []);
    const printed = write.mock.calls.map(([text]) => String(text)).join("");
    expect(printed).toContain(addresses.prometheus);
    expect(printed).not.toContain(addresses.grafana);
  } finally {
    write.mockRestore();
    vi.unstubAllEnvs();
  }
});
