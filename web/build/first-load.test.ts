import type { Manifest } from "vite";
import { expect, test } from "vitest";
import { scriptsOf } from "./first-load.ts";

const manifest: Manifest = {
  "index.html": { file: "index.js", imports: ["_framework.js"] },
  "_framework.js": { file: "framework.js" },
  "_form.js": { file: "form.js", imports: ["_framework.js"] },
  "landing.tsx": { file: "landing.js", imports: ["_framework.js"], dynamicImports: ["_form.js"] },
  "login.tsx": { file: "login.js", imports: ["_framework.js", "_form.js"] },
};

test("a first load is the entry, the page and all that they import, each once and after what it imports", () => {
  expect(scriptsOf(manifest, ["login.tsx"])).toEqual([
    "framework.js",
    "form.js",
    "login.js",
    "index.js",
  ]);
});

test("what comes only when it is wanted is not part of it", () => {
  expect(scriptsOf(manifest, ["landing.tsx"])).not.toContain("form.js");
});

test("a page that the build does not have is an error, not zero bytes", () => {
  expect(() => scriptsOf(manifest, ["gone.tsx"])).toThrow("the build has no gone.tsx");
});
