import { expect, test } from "vitest";
import { processNames } from "../processes.ts";
import { processesOf } from "./reload.ts";

test.each([
  ["services/delivery/src/domain/schedule/schedule.ts", ["delivery"]],
  ["services/content/sources/catalogue.json", ["content"]],
  ["dev/simulator/src/main.ts", ["simulator"]],
  ["packages/kit/src/http-app.ts", processNames],
  ["services/delivery/src/domain/schedule/schedule.test.ts", []],
  ["services/delivery/package.json", []],
])("a change of %s restarts %j", (path, names) => {
  expect(processesOf(path)).toEqual(names);
});
