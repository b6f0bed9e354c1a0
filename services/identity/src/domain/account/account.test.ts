import { asUserId } from "@matinale/contracts";
import { expect, test } from "vitest";
import { emailKey, newUser, profileFields, usernameKey } from "./account.ts";

const ada = newUser(
  { username: "Ada", email: "Ada@Example.com", language: "fr" },
  { id: asUserId("1"), passwordHash: "hash", trialUsed: false, at: new Date(0) },
);

test("addresses that differ in case or in space around them are one", () => {
  expect(emailKey(" Ada@EXAMPLE.com ")).toBe(emailKey("ada@example.com"));
});

test("dots and plus tags make another address: only some providers ignore them", () => {
  expect(emailKey("a.da@example.com")).not.toBe(emailKey("ada@example.com"));
  expect(emailKey("ada+news@example.com")).not.toBe(emailKey("ada@example.com"));
});

test.each([
  ["ADA", "ada"],
  ["  ada ", "ada"],
  ["Ａｄａ", "ada"],
  ["Zoe\u0308", "zoë"],
  ["ﬁona", "fiona"],
])("the name %s is the name %s", (one, other) => {
  expect(usernameKey(one)).toBe(usernameKey(other));
});

test("a new user keeps the spelling that was given, speaks with a female voice, is version 1", () => {
  expect(ada).toMatchObject({
    username: "Ada",
    email: "Ada@Example.com",
    emailKey: "ada@example.com",
    voice: "female",
    version: 1,
  });
  expect(ada).not.toHaveProperty("phone");
});

test("a change of profile writes what is named, with its key", () => {
  expect(profileFields(ada, { username: "Countess" })).toEqual({
    username: "Countess",
    usernameKey: "countess",
  });
  expect(profileFields(ada, { voicePreference: "male" })).toEqual({ voice: "male" });
});

test("a change to what is already so writes nothing", () => {
  expect(profileFields(ada, { username: "Ada", voicePreference: "female" })).toEqual({});
  expect(profileFields(ada, {})).toEqual({});
});
