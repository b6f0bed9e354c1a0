import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { placesIn } from "../places.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { reset } from "./down.ts";

test("a reset deletes what belongs to the stack, and no other file of its folder", async () => {
  const folder = temporaryFolder();
  const places = placesIn({ RUN_FOLDER: folder });
  for (const own of [places.logs, places.pids, places.site, places.devServices]) mkdirSync(own);
  writeFileSync(places.secretsFile, "{}");
  writeFileSync(join(folder, "mine"), "");
  await reset(places);
  expect(readdirSync(folder)).toEqual(["mine"]);
});

test("a reset deletes the folder that then is empty", async () => {
  const places = placesIn({ RUN_FOLDER: join(temporaryFolder(), "run") });
  mkdirSync(places.logs, { recursive: true });
  await reset(places);
  expect(existsSync(places.folder)).toBe(false);
  await reset(places);
});
