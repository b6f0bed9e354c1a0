import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../places.ts";

/** Runs `make setup` in a new folder, with an npm that prints what it is called with. */
function setup(npmVersion: string, env: NodeJS.ProcessEnv = {}) {
  const folder = mkdtempSync(join(tmpdir(), "matinale-make-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  writeFileSync(join(folder, "package-lock.json"), "{}");
  const npm = `#!/bin/sh\n[ "$1" = --version ] && echo ${npmVersion} || echo "npm $1, $NO_PROXY, $no_proxy"\n`;
  writeFileSync(join(folder, "node_modules/.bin/npm"), npm, { mode: 0o755 });
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
  expect(setup("10.8.2").stdout).toContain("npm ci, 127.0.0.1,localhost, 127.0.0.1,localhost");
  const { stdout } = setup("10.8.2", { NO_PROXY: "a.example", no_proxy: "b.example" });
  expect(stdout).toContain("npm ci, 127.0.0.1,localhost,a.example, 127.0.0.1,localhost,b.example");
});
