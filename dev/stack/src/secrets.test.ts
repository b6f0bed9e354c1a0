import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { developmentSecrets } from "./secrets.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

test("creates secrets once: long, all different, readable by their owner only", () => {
  const file = join(temporaryFolder(), "secrets.json");
  const secrets = developmentSecrets(file);
  expect(developmentSecrets(file)).toEqual(secrets);
  expect(new Set(Object.values(secrets)).size).toBe(Object.keys(secrets).length);
  for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("replaces a secret that is missing or too short and keeps the others", () => {
  const file = join(temporaryFolder(), "secrets.json");
  const { session, ...others } = developmentSecrets(file);
  writeFileSync(file, JSON.stringify({ ...others, session: "short" }));
  const again = developmentSecrets(file);
  expect(again).toMatchObject(others);
  expect(again.session).not.toBe(session);
});
