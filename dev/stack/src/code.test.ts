import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serviceNames } from "@matinale/contracts";
import { writePidFile } from "@matinale/dev-services";
import { describe, expect, test } from "vitest";
import { codeHash, hashOf, namesWith, outdatedProcesses, recordCode } from "./code.ts";
import { placesIn } from "./places.ts";
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
  expect(namesWith([path]).toSorted()).toEqual(names.toSorted());
});

test("the hash changes with the content of a file, not with its time", () => {
  const file = join(temporaryFolder(), "a.ts");
  const written = (text: string) => {
    writeFileSync(file, text);
    return hashOf([file]);
  };
  const first = written("1");
  expect(written("1")).toBe(first);
  expect(written("2")).not.toBe(first);
});

describe("outdatedProcesses", () => {
  const running = (...names: ("delivery" | "gateway")[]) => {
    const places = placesIn({ RUN_FOLDER: temporaryFolder() });
    mkdirSync(places.pids);
    for (const name of names) {
      writePidFile(join(places.pids, `${name}.pid`), process.pid);
      recordCode(places, name, codeHash(name));
    }
    recordCode(places, "web", codeHash("web"));
    return places;
  };

  test("is empty while the code is that of the start", () => {
    expect(outdatedProcesses(running("delivery", "gateway"))).toEqual([]);
  });

  test("has a process that started with other code", () => {
    const places = running("delivery", "gateway");
    recordCode(places, "delivery", "other");
    expect(outdatedProcesses(places)).toEqual(["delivery"]);
  });

  test("has the gateway when the site has changed", () => {
    const places = running("delivery", "gateway");
    recordCode(places, "web", "other");
    expect(outdatedProcesses(places)).toEqual(["gateway"]);
  });

  test("has no process that does not run", () => {
    const places = running("delivery");
    recordCode(places, "gateway", "other");
    expect(outdatedProcesses(places)).toEqual([]);
  });
});
