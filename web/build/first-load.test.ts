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

test("a first load contains the entry, the page and their imports, each once and after its own imports", () => {
  expect(scriptsOf(manifest, ["login.tsx"])).toEqual([
    "framework.js",
    "form.js",
    "login.js",
    "index.js",
  ]);
});

test("a first load contains no dynamic imports", () => {
  expect(scriptsOf(manifest, ["landing.tsx"])).not.toContain("form.js");
});

test("throws for a page that is not in the build", () => {
  expect(() => scriptsOf(manifest, ["gone.tsx"])).toThrow("the build has no gone.tsx");
});
