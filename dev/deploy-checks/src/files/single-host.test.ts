import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "@matinale/dev-services";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../places.ts";

let folder: string;
/** Commands that ./matinale gave to Docker. */
const calls = () => readFileSync(join(folder, "calls"), "utf8");

/** Runs ./matinale with a `docker` that records its calls and runs the given lines of bash. @param path  of other programs */
function matinale(words: readonly string[], docker = "", path = process.env["PATH"]) {
  const program = join(folder, "bin", "docker");
  const lines = ["#!/usr/bin/env bash", `echo "$*" >> "${folder}/calls"`, docker];
  writeFileSync(program, lines.join("\n"));
  chmodSync(program, 0o755);
  const { status, stdout, stderr } = spawnSync(join(folder, "matinale"), words, {
    env: { PATH: `${join(folder, "bin")}:${path}` },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}
const dumps = 'case "$*" in *mongodump*) echo dump ;; esac';
const contentOf = (name: string) => readFileSync(join(folder, name), "utf8");
const linesOf = (text: string) => text.trim().split("\n");
/** Writes a backup file. @returns its path */
function backupOf(instant: string): string {
  const file = join(folder, "backups", `matinale-${instant}.gz`);
  mkdirSync(join(folder, "backups"), { recursive: true });
  writeFileSync(file, "dump");
  return file;
}
const settings = () =>
  Object.fromEntries(
    [...readFileSync(join(folder, ".env"), "utf8").matchAll(/^(\w+)=(.*)$/gm)].map(
      ([, name = "", value = ""]) => [name, value],
    ),
  );

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "matinale-single-host-"));
  cpSync(join(root, "deploy/compose"), folder, { recursive: true });
  cpSync(join(root, "config/product.yaml"), join(folder, "product.yaml"));
  rmSync(join(folder, ".env"), { force: true });
  mkdirSync(join(folder, "bin"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("writes settings with four different secrets that only the owner can read", () => {
  expect(matinale(["init", "news.example", "v1.2.3"])).toMatchObject({ status: 0 });
  const written = settings();
  expect(written).toMatchObject({ SITE_HOST: "news.example", VERSION: "v1.2.3" });
  const secrets = ["INTERNAL_TOKEN_SECRET", "SESSION_SECRET", "MEDIA_SECRET", "TRIAL_HASH_SECRET"];
  const values = secrets.map((name) => written[name]);
  for (const value of values) expect(value).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(values).size).toBe(4);
  expect(statSync(join(folder, ".env")).mode & 0o777).toBe(0o600);
});

test("keeps existing settings", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  const before = settings();
  const again = matinale(["init", "other.example", "v2.0.0"]);
  expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining("exists already") });
  expect(settings()).toEqual(before);
});

test("asks for the owner's file first, also with settings that were copied to another machine", () => {
  rmSync(join(folder, "product.yaml"));
  const refused = { status: 1, stderr: expect.stringContaining("product.yaml") };
  expect(matinale(["init", "news.example", "v1.2.3"])).toMatchObject(refused);
  writeFileSync(join(folder, ".env"), "VERSION=v1.2.3\n");
  expect(matinale(["start"])).toMatchObject(refused);
});

test.each([
  ["https://news.example", "v1.2.3"],
  ["news.example", "v1/2"],
])("refuses %s and %s as host and version", (host, version) => {
  expect(matinale(["init", host, version])).toMatchObject({ status: 1 });
  expect(readdirSync(folder)).not.toContain(".env.new");
});

test("migrates the databases before it starts the containers", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  expect(matinale(["start"])).toMatchObject({ status: 0 });
  const migrated = ["identity", "preferences", "billing", "content", "delivery"].map(
    (service) =>
      `run --rm --no-deps -T ${service} node services/${service}/dist/commands/migrate.js`,
  );
  expect(linesOf(calls())).toEqual([
    expect.stringContaining("up --detach --wait mongodb"),
    ...migrated.map((call) => expect.stringContaining(call)),
    expect.stringContaining("up --detach --wait --wait-timeout 600"),
  ]);
});

test("starts nothing when a migration fails", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  const failing = 'case "$*" in *billing/dist/commands/migrate*) exit 1 ;; esac';
  expect(matinale(["start"], failing)).toMatchObject({ status: 1 });
  expect(calls()).not.toContain("--wait-timeout");
});

test("refuses a setting that compose.yaml does not use, before it changes anything", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  appendFileSync(
    join(folder, ".env"),
    "COMPOSE_PROFILES=all\nFEED_CATALOG_URL=https://feeds.example\n",
  );
  for (const words of [["start"], ["upgrade", "v1.3.0"]]) {
    expect(matinale(words, dumps)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("FEED_CATALOG_URL"),
    });
  }
  expect(readdirSync(folder)).not.toContain("calls");
  expect(settings()["VERSION"]).toBe("v1.2.3");
  expect(matinale(["backup"], dumps)).toMatchObject({ status: 0 });
  writeFileSync(join(folder, ".env"), contentOf(".env").replace(/^FEED_CATALOG_URL.*\n/m, ""));
  expect(matinale(["start"])).toMatchObject({ status: 0 });
});

test("knows the settings of Docker, and those that a file of COMPOSE_FILE passes on", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  const lines = ["DOCKER_HOST=unix:///run/docker.sock", "OWN_URL=", "OWN_PROXY=", "OWN_KEY="];
  appendFileSync(
    join(folder, ".env"),
    ['COMPOSE_FILE="compose.yaml:own/own.yml"', ...lines, ""].join("\n"),
  );
  const passOn = (text: string) => writeFileSync(join(folder, "own", "own.yml"), text);
  mkdirSync(join(folder, "own"));
  passOn("URL: ${OWN_URL-http://a.example}\nPROXY: $OWN_PROXY\nOWN_KEY:\n");
  expect(matinale(["start"])).toMatchObject({ status: 0, stderr: "" });
  passOn("URL: ${OWN_URLS}\nPROXY: $OWN_PROXY\nOWN_KEY:\n");
  expect(matinale(["start"])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("OWN_URL,"),
  });
});

test("mounts an empty key file where there is none, and sets its path once it has a key", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  const path = `echo "key: $GOOGLE_CREDENTIALS_IN_CONTAINER"`;
  expect(matinale(["status"], path).stdout).toBe("key: \n");
  expect(statSync(join(folder, "google.json")).size).toBe(0);
  writeFileSync(join(folder, "google.json"), "{}");
  expect(matinale(["status"], path).stdout).not.toContain("key: \n");
});

test("starts the containers again whose mounted file has changed", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  const checksums = {
    "product.yaml": { variable: "PRODUCT_CHECKSUM", label: "matinale.product" },
    "google.json": { variable: "GOOGLE_CHECKSUM", label: "matinale.google" },
  };
  const { services } = parse(readFileSync(join(folder, "compose.yaml"), "utf8"), {
    merge: true,
  }) as { services: Record<string, { volumes?: string[]; labels?: Record<string, string> }> };
  for (const [file, { variable, label }] of Object.entries(checksums)) {
    const read = () => matinale(["status"], `echo "$${variable}"`).stdout;
    const before = read();
    writeFileSync(join(folder, file), "changed");
    expect(read()).not.toBe(before);
    const readers = Object.values(services).filter(({ volumes = [] }) =>
      volumes.some((volume) => volume.startsWith(`./${file}:`)),
    );
    expect(readers).not.toEqual([]);
    for (const { labels } of readers) expect(labels?.[label]).toBe(`\${${variable}:-}`);
  }
});

test("asks for settings first", () => {
  expect(matinale(["start"])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("./matinale init"),
  });
});

test("writes no backup when the dump is empty", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  expect(matinale(["backup"])).toMatchObject({ status: 1 });
  expect(readdirSync(join(folder, "backups")).filter((name) => name.endsWith(".gz"))).toEqual([]);
});

test("keeps all backups of two days, then one a day for 30 days", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  const hour = 3_600_000;
  const made = Array.from({ length: 33 * 24 }, (_, hours) => new Date(Date.now() - hours * hour));
  for (const at of made) {
    const file = backupOf(at.toISOString().replaceAll(/[-:]|\.\d+/g, ""));
    utimesSync(file, at, at);
  }
  expect(matinale(["backup"], dumps)).toMatchObject({ status: 0 });
  const kept = readdirSync(join(folder, "backups")).toSorted();
  const days = kept.map((name) => name.slice(0, "matinale-20261123".length));
  // find counts whole days: -mtime +2 is three days or more
  expect(kept.length).toBeLessThanOrEqual(31 + 3 * 24 + 1);
  expect(new Set(days).size).toBeGreaterThanOrEqual(30);
  expect(new Set(days.slice(0, 20)).size).toBe(20);
});

/** A `docker` that dumps, and whose Kafka lists these people as erased. */
const erases = (...ids: readonly string[]) =>
  `${dumps}\ncase "$*" in *"main.js erased"*) printf "%s\\n" ${ids.join(" ")} ;; esac`;

test("sends nothing after a restore until delivery knows who was erased after the backup", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  const backup = backupOf("20261123T041700Z");
  expect(matinale(["restore", backup], erases("ada", "bob"))).toMatchObject({ status: 0 });
  const steps = [
    "mongodump",
    "stop gateway identity preferences billing content delivery",
    "up --detach --wait mongodb\n",
    "mongorestore",
    "migrate",
    'sending.js stop "?restore',
    "up --detach --wait identity preferences billing content\n",
    "erased --from 2026-11-23T04:17:00Z",
    "erase.js ada bob",
    "identity node services/identity/dist/commands/republish.js",
    "up --detach --wait delivery\n",
    "main.js lag --wait",
    "sending.js start",
    "--wait-timeout",
  ];
  expect(calls()).toMatch(new RegExp(steps.join("[^]*")));
  // delivery runs only once everything is published
  expect(calls().split("republish")[0]).not.toMatch(/up .*delivery/);
});

test("keeps the state from before a restore, to go back to", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  const backup = backupOf("20261123T041700Z");
  const restored = matinale(["restore", backup], dumps);
  const [before = ""] =
    /backups\/matinale-\S+\.gz/.exec(restored.stdout.split("go back")[1] ?? "") ?? [];
  expect(contentOf(before)).toBe("dump\n");
  // older than the backups that are kept
  expect(contentOf("backups/matinale-20261123T041700Z.gz")).toBe("dump");
});

test("refuses to restore when the backup of the present state fails, unless it is told to skip it", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  const backup = backupOf("20261123T041700Z");
  expect(matinale(["restore", backup])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("--without-backup"),
  });
  expect(calls()).not.toContain("stop gateway");
  expect(matinale(["restore", backup, "--without-backup"])).toMatchObject({ status: 0 });
  expect(matinale(["restore", backup, "--with-backup"])).toMatchObject({ status: 1 });
});

test("after a restore that failed, starts nothing and backs nothing up until one succeeds", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  const backup = backupOf("20261123T041700Z");
  const fails = (words: string) => `${dumps}\ncase "$*" in *${words}*) exit 1 ;; esac`;
  const unfinished = { status: 1, stderr: expect.stringContaining("not finished") };
  for (const words of ["mongorestore", "lag"]) {
    expect(matinale(["restore", backup], fails(words))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("restore again"),
    });
    expect(calls()).not.toContain("sending.js start");
    const kept = readdirSync(join(folder, "backups"));
    for (const words of [["backup"], ["start"], ["upgrade", "v1.3.0"]]) {
      expect(matinale(words, dumps)).toMatchObject(unfinished);
    }
    expect(readdirSync(join(folder, "backups"))).toEqual(kept);
  }
  expect(matinale(["restore", backup], dumps)).toMatchObject({ status: 0 });
  expect(matinale(["backup"], dumps)).toMatchObject({ status: 0 });
});

test("does one thing at a time with the databases", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  const inside = `${dumps}\n[ "$INSIDE" ] || case "$*" in *mongodump*) INSIDE=1 "${folder}/matinale" start ;; esac`;
  const backup = matinale(["backup"], inside);
  expect(backup.stderr).toContain("Another ./matinale");
  expect(calls()).not.toContain("--wait-timeout");
});

test("says that flock is missing", () => {
  for (const program of ["bash", "dirname"])
    symlinkSync(findProgram(program)!, join(folder, "bin", program));
  expect(matinale(["start"], "", "")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("install util-linux"),
  });
});

test("remembers the erased people for a new machine, whose Kafka knows none", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  expect(matinale(["backup"], erases("ada", "bob"))).toMatchObject({ status: 0 });
  expect(matinale(["backup"], erases("bob", "cleo"))).toMatchObject({ status: 0 });
  const listed = () => linesOf(contentOf("backups/erased.txt")).map((line) => line.split(" ")[0]);
  expect(listed()).toEqual(["bob", "cleo", "ada"]);
  const backup = backupOf("20261123T041700Z");
  expect(matinale(["restore", backup], dumps)).toMatchObject({ status: 0, stderr: "" });
  expect(calls()).toContain("erase.js bob cleo ada");

  const seconds = Math.round(Date.now() / 1_000);
  const day = 86_400;
  writeFileSync(
    join(folder, "backups/erased.txt"),
    `old ${seconds - 32 * day}\nnew ${seconds - 30 * day}\n`,
  );
  expect(matinale(["backup"], dumps)).toMatchObject({ status: 0 });
  expect(listed()).toEqual(["new"]);
});

test("keeps the list of erased people and writes the backup when Kafka does not answer", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  matinale(["backup"], erases("ada"));
  const before = contentOf("backups/erased.txt");
  const without = matinale(["backup"], `${dumps}\ncase "$*" in *erased*) exit 1 ;; esac`);
  expect(without).toMatchObject({ status: 0, stderr: expect.stringContaining("erased.txt") });
  expect(contentOf("backups/erased.txt")).toBe(before);
});

test("says so when a restore finds no list of erased people", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  const elsewhere = join(folder, "matinale-20261123T041700Z.gz");
  writeFileSync(elsewhere, "dump");
  expect(matinale(["restore", elsewhere], dumps)).toMatchObject({
    status: 0,
    stderr: expect.stringContaining("erase those again who were erased after 2026-11-23T04:17:00Z"),
  });
});

test("checks every service, also after one that fails", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  expect(matinale(["doctor"], 'case "$*" in *billing*) exit 1 ;; esac')).toMatchObject({
    status: 1,
  });
  expect(linesOf(calls())).toHaveLength(4);
});

test("backs up, then upgrades", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  const upgraded = matinale(["upgrade", "v1.3.0"], dumps);
  expect(upgraded).toMatchObject({ status: 0, stdout: expect.stringContaining("to v1.3.0") });
  expect(settings()["VERSION"]).toBe("v1.3.0");
  expect(calls()).toMatch(/mongodump[^]*pull[^]*up --detach/);
  expect(readdirSync(join(folder, "backups"))).toEqual([
    "erased.txt",
    expect.stringMatching(/^matinale-.*Z\.gz$/),
  ]);
});

test.each(["pull", "up"])("runs the former version again when %s fails", (failing) => {
  matinale(["init", "news.example", "v1.2.3"]);
  const docker = `${dumps}\ncase "$*" in *" ${failing} "*) grep -q VERSION=v1.2.3 "${folder}/.env" ;; esac`;
  expect(matinale(["upgrade", "v1.3.0"], docker)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("v1.2.3 runs again"),
  });
  expect(settings()["VERSION"]).toBe("v1.2.3");
});

test("changes nothing when the backup before an upgrade fails", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  expect(matinale(["upgrade", "v1.3.0"])).toMatchObject({ status: 1 });
  expect(settings()["VERSION"]).toBe("v1.2.3");
  expect(calls()).not.toContain("pull");
});
