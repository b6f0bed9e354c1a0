import { asUserId } from "@matinale/contracts";
import { expect, test } from "vitest";
import { emailKey, newUser, profileFields, usernameKey } from "./account.ts";

const ada = newUser(
  { username: "Ada", email: "Ada@Example.com", language: "fr" },
  { id: asUserId("1"), passwordHash: "hash", trialUsed: false, at: new Date(0) },
);

test("treats addresses that differ in case or in surrounding space as the same", () => {
  expect(emailKey(" Ada@EXAMPLE.com ")).toBe(emailKey("ada@example.com"));
});

test("treats addresses that differ in dots or plus tags as different", () => {
  expect(emailKey("a.da@example.com")).not.toBe(emailKey("ada@example.com"));
  expect(emailKey("ada+news@example.com")).not.toBe(emailKey("ada@example.com"));
});

test.each([
  ["ADA", "ada"],
  ["  ada ", "ada"],
  ["Ａｄａ", "ada"],
  ["Zoe\u0308", "zoë"],
  ["ﬁona", "fiona"],
])("treats the names %s and %s as the same", (one, other) => {
  expect(usernameKey(one)).toBe(usernameKey(other));
});

test("keeps the spelling of a new user, with the female voice and version 1", () => {
  expect(ada).toMatchObject({
    username: "Ada",
    email: "Ada@Example.com",
    emailKey: "ada@example.com",
    voice: "female",
    version: 1,
  });
  expect(ada).not.toHaveProperty("phone");
});

test("writes the named fields of a profile change, with their keys", () => {
  expect(profileFields(ada, { username: "Countess" })).toEqual({
    username: "Countess",
    usernameKey: "countess",
  });
  expect(profileFields(ada, { voicePreference: "male" })).toEqual({ voice: "male" });
});

test("writes nothing when the change equals the profile", () => {
  expect(profileFields(ada, { username: "Ada", voicePreference: "female" })).toEqual({});
  expect(profileFields(ada, {})).toEqual({});
});
