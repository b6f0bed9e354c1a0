import { expect, test } from "vitest";
import { createPasswords } from "./passwords.ts";

const limits = { atOnce: 2, waiting: 10 };

test("matches only the right password of a known account", async () => {
  const passwords = await createPasswords(limits);
  const stored = await passwords.hash("countess");
  expect(await passwords.matches("countess", stored)).toBe(true);
  expect(await passwords.matches("Countess", stored)).toBe(false);
  expect(await passwords.matches("countess", undefined)).toBe(false);
});

test("stores the same password with a different salt each time", async () => {
  const passwords = await createPasswords(limits);
  expect(await passwords.hash("countess")).not.toBe(await passwords.hash("countess"));
});

test("refuses calls at once while the queue is full, and accepts them again afterwards", async () => {
  const passwords = await createPasswords({ atOnce: 1, waiting: 1 });
  const answers = await Promise.allSettled([1, 2, 3, 4].map(() => passwords.hash("countess")));
  const refused = answers.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  const busy = { code: "SERVICE_UNAVAILABLE", headers: { "retry-after": "2" } };
  expect(refused[0]).toMatchObject({ reason: busy });
  await expect(passwords.hash("countess")).resolves.toContain("$argon2id$");
});

test("refuses calls that have waited too long, and computes no hash for them", async () => {
  const passwords = await createPasswords({ atOnce: 1, waitMs: 50 });
  const answers = await Promise.allSettled(
    Array.from({ length: 40 }, () => passwords.hash("countess")),
  );
  expect(answers[0]).toMatchObject({ status: "fulfilled" });
  expect(answers.at(-1)).toMatchObject({ reason: { code: "SERVICE_UNAVAILABLE" } });
  await expect(passwords.hash("countess")).resolves.toContain("$argon2id$");
});
