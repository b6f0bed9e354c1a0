import { readFileSync } from "node:fs";
import { join } from "node:path";
import dockerignore from "@balena/dockerignore";
import { expect, test } from "vitest";
import { root } from "../places.ts";

const ignored = dockerignore.default().add(readFileSync(join(root, ".dockerignore"), "utf8"));

test("includes the files that images need", () => {
  const wanted = [
    "package-lock.json",
    "services/content/src/main.ts",
    "services/content/sources/fr.json",
    "packages/bus/src/create-topics.ts",
    "web/index.html",
    "dev/simulator/src/main.ts",
  ];
  expect(wanted.filter((path) => ignored.ignores(path))).toEqual([]);
});

test("excludes secrets, caches, tests and other tools", () => {
  const unwanted = [
    ".env",
    ".git/config",
    ".run/secrets.json",
    "node_modules/express/index.js",
    "services/content/node_modules/undici/index.js",
    "services/content/src/main.test.ts",
    "services/gateway/src/testing/site.ts",
    "web/dist/index.html",
    "dev/stack/src/main.ts",
    "dev/services/package.json",
    "docs/kubernetes.md",
  ];
  expect(unwanted.filter((path) => !ignored.ignores(path))).toEqual([]);
});
