import { expect, test } from "vitest";
import type { Running } from "./testing/running-simulator.ts";
import { simulatorForTests } from "./testing/simulator-for-tests.ts";

let simulator: Running;
simulatorForTests((started) => (simulator = started));

test("the page says without scripts that the phone is simulated", async () => {
  const { text } = await simulator.call("GET", "/");
  expect(text).toContain("Téléphone simulé");
  expect(text).toContain("Développement");
  expect(text).toContain("Rien ne part sur WhatsApp.");
});

test("serves every file that the page refers to", async () => {
  const { text } = await simulator.call("GET", "/");
  const named = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? "");
  expect(named.length).toBeGreaterThan(6);
  const missing: string[] = [];
  for (const path of named) {
    if ((await simulator.call("GET", path)).status !== 200) missing.push(path);
  }
  expect(missing).toEqual([]);
});

test("the page allows only its own scripts", async () => {
  const { headers } = await fetch(`${simulator.url}/`);
  expect(headers.get("content-security-policy")).toContain("default-src 'self'");
});
