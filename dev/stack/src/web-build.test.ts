import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "./testing/temporary-folder.ts";
import { buildPresent, webIsBuilt } from "./web-build.ts";

test("builds the site again when its code changes during the build", async () => {
  let code = "first";
  const built: string[] = [];
  const build = async () => {
    built.push(code);
    code = "saved during the build";
  };
  expect(await buildPresent(() => code, build)).toBe("saved during the build");
  expect(built).toEqual(["first", "saved during the build"]);
});

test("a build that was interrupted before its last file does not count as built", () => {
  const built = temporaryFolder();
  writeFileSync(join(built, "index.html"), "");
  expect(webIsBuilt(built)).toBe(false);
  mkdirSync(join(built, "pages"));
  writeFileSync(join(built, "pages/index.json"), "{}");
  expect(webIsBuilt(built)).toBe(true);
});
