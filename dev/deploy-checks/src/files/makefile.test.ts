import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { root } from "../places.ts";

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), "utf8"));

/**
 * Runs `make setup` in a new folder, with an npm that prints what it is called with.
 *
 * @param options.node  whether npm installs Node.js
 */
function setup(npmVersion: string, env: NodeJS.ProcessEnv = {}, { node = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "matinale-make-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  writeFileSync(join(folder, "package-lock.json"), "{}");
  const npm = `#!/bin/sh\n[ "$1" = --version ] && echo ${npmVersion} || echo "npm $*, $NO_PROXY, $no_proxy, NODE_ENV $NODE_ENV"\n`;
  writeFileSync(join(folder, "node_modules/.bin/npm"), npm, { mode: 0o755 });
  if (node) writeFileSync(join(folder, "node_modules/.bin/node"), "", { mode: 0o755 });
  return spawnSync("make", ["-f", join(root, "Makefile"), "setup"], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], ...env },
  });
}

test("says what to install when npm cannot read the lock file", () => {
  const { status, stdout, stderr } = setup("6.14.18");
  expect(status).not.toBe(0);
  expect(stderr).toContain("npm 6.14.18 is too old: install Node.js 20 or later");
  expect(stdout).not.toContain("npm ci");
});

test("calls on this machine do not go through a proxy", () => {
  expect(setup("10.8.2").stdout).toContain("error, 127.0.0.1,localhost, 127.0.0.1,localhost");
  const { stdout } = setup("10.8.2", { NO_PROXY: "a.example", no_proxy: "b.example" });
  expect(stdout).toContain("error, 127.0.0.1,localhost,a.example, 127.0.0.1,localhost,b.example");
});

test("no command gets the NODE_ENV of the shell", () => {
  expect(setup("10.8.2", { NODE_ENV: "production" }).stdout).toMatch(/, NODE_ENV \n/);
});

test("installs what development needs, whatever the settings of npm leave out", () => {
  expect(setup("10.8.2").stdout).toContain("npm ci --include=dev --include=optional");
});

test("says which setting of npm keeps Node.js away", () => {
  const { status, stderr } = setup("10.8.2", {}, { node: false });
  expect(status).not.toBe(0);
  expect(stderr).toContain("npm config delete ignore-scripts");
});

test("npm 12 runs the script of Node.js, and no other of a dependency", () => {
  const lock = z
    .object({
      packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
    })
    .parse(readJson("package-lock.json"));
  const withScript = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => [path.replace(/^.*node_modules\//u, ""), path === "node_modules/node"]);
  expect(readJson("package.json")).toMatchObject({ allowScripts: Object.fromEntries(withScript) });
});
