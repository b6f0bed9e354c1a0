import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "../places.ts";

let folder: string;
/** Commands that ./matinale gave to Docker. */
const calls = () => readFileSync(join(folder, "calls"), "utf8");

/** Runs ./matinale with a `docker` that records its calls and runs the given lines of bash. */
function matinale(words: readonly string[], docker = "") {
  const program = join(folder, "bin", "docker");
  const lines = ["#!/usr/bin/env bash", `echo "$*" >> "${folder}/calls"`, docker];
  writeFileSync(program, lines.join("\n"));
  chmodSync(program, 0o755);
  const { status, stdout, stderr } = spawnSync(join(folder, "matinale"), words, {
    env: { PATH: `${join(folder, "bin")}:${process.env["PATH"]}` },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
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
  cpSync(join(root, "deploy/compose/matinale"), join(folder, "matinale"));
  cpSync(join(root, "config/product.yaml"), join(folder, "product.yaml"));
  rmSync(join(folder, ".env"), { force: true });
  spawnSync("mkdir", [join(folder, "bin")]);
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

test("asks for the owner's file first", () => {
  rmSync(join(folder, "product.yaml"));
  const refused = matinale(["init", "news.example", "v1.2.3"]);
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining("product.yaml") });
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

const dumps = 'case "$*" in *mongodump*) echo dump ;; esac';

test("backs up, then upgrades", () => {
  matinale(["init", "news.example", "v1.2.3"]);
  const upgraded = matinale(["upgrade", "v1.3.0"], dumps);
  expect(upgraded).toMatchObject({ status: 0, stdout: expect.stringContaining("to v1.3.0") });
  expect(settings()["VERSION"]).toBe("v1.3.0");
  expect(calls()).toMatch(/mongodump[^]*pull[^]*up --detach/);
  expect(readdirSync(join(folder, "backups"))).toHaveLength(1);
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
