import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serviceNames } from "@matinale/contracts";
import { writePidFile } from "@matinale/dev-services";
import { describe, expect, test } from "vitest";
import { filesOf, hasPresentSite, outdatedProcesses } from "./code.ts";
import { placesIn, root } from "./places.ts";
import { processNames } from "./processes.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

test.each([
  ["services/delivery/src/domain/schedule/schedule.ts", ["delivery"]],
  ["services/content/sources/catalogue.json", ["content"]],
  ["dev/simulator/src/main.ts", ["simulator"]],
  ["packages/newsroom/src/reading/pronunciations.ts", ["content"]],
  ["packages/kit/src/http-app.ts", serviceNames],
  ["packages/contracts/src/catalogues.ts", [...serviceNames, "web"]],
  ["config/product.yaml", [...serviceNames, "simulator", "web"]],
  ["web/src/app/routes.ts", ["web"]],
  ["web/dist/index.html", []],
  ["dev/simulator/public/chat.js", []],
  ["services/delivery/src/domain/schedule/schedule.test.ts", []],
  ["services/content/src/testing/content.ts", []],
  ["services/delivery/package.json", []],
])("%s is code of %j", (path, names) => {
  const all = [...processNames, "web"] as const;
  const having = all.filter((name) => filesOf(name).includes(join(root, path)));
  expect(having.toSorted()).toEqual(names.toSorted());
});

const past = new Date(0);

/** A built site in this folder. */
function writeSite(folder: string): void {
  mkdirSync(join(folder, "pages"), { recursive: true });
  writeFileSync(join(folder, "pages/index.json"), "{}");
}

test("a complete build of the site is present until a source is newer", () => {
  const folder = temporaryFolder();
  expect(hasPresentSite(folder)).toBe(false);
  writeSite(folder);
  expect(hasPresentSite(folder)).toBe(true);
  utimesSync(join(folder, "pages/index.json"), past, past);
  expect(hasPresentSite(folder)).toBe(false);
});

describe("outdatedProcesses", () => {
  const running = (...names: ("delivery" | "gateway")[]) => {
    const places = placesIn({ RUN_FOLDER: temporaryFolder() });
    mkdirSync(places.pids);
    for (const name of names) writePidFile(join(places.pids, `${name}.pid`), process.pid);
    writeSite(places.site);
    return places;
  };

  test("is empty while the code is that of the start", () => {
    expect(outdatedProcesses(running("delivery", "gateway"))).toEqual([]);
  });

  test("has a process whose code has changed since its start", () => {
    const places = running("delivery", "gateway");
    utimesSync(join(places.pids, "delivery.pid"), past, past);
    expect(outdatedProcesses(places)).toEqual(["delivery"]);
  });

  test("has the gateway when the site has changed", () => {
    const places = running("delivery", "gateway");
    utimesSync(join(places.site, "pages/index.json"), past, past);
    expect(outdatedProcesses(places)).toEqual(["gateway"]);
  });

  test("has no process that does not run", () => {
    const places = running();
    writeFileSync(join(places.pids, "gateway.pid"), `${process.pid} 1\n`);
    utimesSync(join(places.pids, "gateway.pid"), past, past);
    expect(outdatedProcesses(places)).toEqual([]);
  });
});
