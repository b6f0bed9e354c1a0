import { expect, test } from "vitest";
import { buildPresent } from "./web-build.ts";

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
