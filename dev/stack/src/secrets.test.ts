import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { developmentSecrets } from "./secrets.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "matinale-secrets-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("creates secrets once: long, all different, readable by their owner only", () => {
  const file = join(folder, "secrets.json");
  const secrets = developmentSecrets(file);
  expect(developmentSecrets(file)).toEqual(secrets);
  expect(new Set(Object.values(secrets)).size).toBe(Object.keys(secrets).length);
  for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("replaces a secret that is missing or too short and keeps the others", () => {
  const file = join(folder, "secrets.json");
  const { session, ...others } = developmentSecrets(file);
  writeFileSync(file, JSON.stringify({ ...others, session: "short" }));
  const again = developmentSecrets(file);
  expect(again).toMatchObject(others);
  expect(again.session).not.toBe(session);
});
