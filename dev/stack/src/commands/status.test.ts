import { mkdirSync } from "node:fs";
import { writePidFile } from "@matinale/dev-services";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeJson } from "../json-file.ts";
import { placesIn, type Places } from "../places.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { status } from "./status.ts";

let places: Places;
let printed: string;
beforeEach(() => {
  places = placesIn({ RUN_FOLDER: temporaryFolder() });
  mkdirSync(places.pids);
  const given = { engine: "from the environment", url: "mongodb://user:secret@a" };
  writeJson(places.stackFile, {
    app: "a",
    phone: "b",
    services: [{ name: "billing", pid: process.pid, url: "c", metricsUrl: "d", log: "e" }],
    backing: { kafka: given, mongodb: given, redis: given },
  });
  printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

test("a service whose number another process has now is dead", () => {
  status(places);
  expect(printed).toMatch(/billing +dead/);
  expect(process.exitCode).toBe(1);
});

test("shows the process of a service, and no password", () => {
  writePidFile(places.pidFile("billing"), process.pid);
  status(places);
  expect(printed).toMatch(new RegExp(`billing +pid ${process.pid}`));
  expect(printed).not.toContain("secret");
});
