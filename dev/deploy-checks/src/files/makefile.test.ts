import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { root } from "../places.ts";

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), "utf8"));

/**
 * Runs a target, with its variables, in a new folder, with an npm and a Node.js that print what they are called with.
 *
 * @param options.node  whether npm installs Node.js
 * @param options.installed  whether packages of an earlier commit are installed
 */
function make(
  target: string | readonly string[],
  npmVersion: string,
  env: NodeJS.ProcessEnv = {},
  { node = true, installed = false } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "matinale-make-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  writeFileSync(join(folder, "package-lock.json"), "{}");
  const npm = `#!/bin/sh\n[ "$1" = --version ] && echo ${npmVersion} || echo "npm $*, $NO_PROXY, $no_proxy, NODE_ENV $NODE_ENV"\n`;
  writeFileSync(join(folder, "node_modules/.bin/npm"), npm, { mode: 0o755 });
  const program = '#!/bin/sh\necho "node $*"\n';
  if (node) writeFileSync(join(folder, "node_modules/.bin/node"), program, { mode: 0o755 });
  const stamp = join(folder, "node_modules/.package-lock.json");
  if (installed) writeFileSync(stamp, "{}");
  if (installed) utimesSync(stamp, 0, 0);
  return spawnSync("make", ["-f", join(root, "Makefile")].concat(target), {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], ...env },
  });
}

const setup = (npmVersion: string, env: NodeJS.ProcessEnv = {}, options: { node?: boolean } = {}) =>
  make("setup", npmVersion, env, options);

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

test.each(["down", "status", "logs"])("%s installs nothing, also after a pull", (target) => {
  const { stdout } = make(target, "10.8.2", {}, { installed: true });
  expect(stdout).toBe(`node dev/stack/src/main.ts ${target}\n`);
});

test("a reason reaches the command as it was typed", () => {
  const why = `why=Meta’s outage: "130429" & \`id\``;
  const { stdout } = make(["sending", "do=stop", why], "10.8.2");
  expect(stdout).toContain(`operate sending stop Meta’s outage: "130429" & \`id\`\n`);
  const withdrawn = make(["withdraw-story", "id=story", why], "10.8.2");
  expect(withdrawn.stdout).toContain(`story Meta’s outage: "130429" & \`id\`\n`);
});

test("an address may have an apostrophe", () => {
  const { status, stdout } = make(["timeline", "email=o'brien@news.example"], "10.8.2");
  expect(status).toBe(0);
  expect(stdout).toContain("operate user-id o'brien@news.example");
});

test.each([
  ["down", 0],
  ["status", 2],
  ["logs", 2],
])("%s says that nothing was ever installed", (target, status) => {
  expect(make(target, "10.8.2")).toMatchObject({
    status,
    stdout: "Matinale was never installed here.\n",
  });
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
