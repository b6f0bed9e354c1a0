import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, expect, test } from "vitest";
import { ada, startIdentity, type TestIdentity } from "../testing/harness.ts";

let identity: TestIdentity;
let adasId: string;
startForTests(startIdentity, (started) => (identity = started));
beforeEach(async () => {
  // an account that names no language is French
  adasId = await identity.signUpAlone(ada);
});

const inEnglish = { "accept-language": "en" };
const grace = { ...ada, username: "Grace", email: "grace@example.com" };
const signUp = (body: unknown, headers = {}) => identity.call("POST /signup", { body, headers });
const says = (message: string | RegExp) => ({
  body: { message: typeof message === "string" ? message : expect.stringMatching(message) },
});

test("answers a sign-up in the language of the page, not of the account", async () => {
  const french = { ...grace, language: "fr" };
  expect(await signUp({ ...french, email: ada.email }, inEnglish)).toMatchObject(
    says(/^An account with this email/),
  );
  expect(await signUp({ ...french, username: "Ada" }, inEnglish)).toMatchObject(
    says(/^This username is already taken/),
  );
  expect(await signUp({ ...french, password: "123456" }, inEnglish)).toMatchObject(
    says(/^This password is too easy/),
  );
  expect(await signUp(french, inEnglish)).toMatchObject(says(/^Next: choose your categories/));
});

test("explains an invalid form in the language of the page", async () => {
  const tooLong = { ...grace, username: "x".repeat(51) };
  expect(await signUp(tooLong)).toMatchObject(says(/^Le nom d’utilisateur/));
  expect(await signUp(tooLong, inEnglish)).toMatchObject(
    says("Username must be at most 50 characters"),
  );
  // the specification fixes this message
  const invalid = { ...grace, email: "x" };
  for (const headers of [{}, inEnglish]) {
    expect(await signUp(invalid, headers)).toMatchObject(
      says("Please enter a valid email address"),
    );
  }
});

test("answers in the language of the page, else in French", async () => {
  await signUp(grace);
  const rename = (headers = {}) =>
    identity.call("PATCH /user/profile", { as: adasId, body: { username: "Grace" }, headers });
  expect(await rename()).toMatchObject(says(/déjà pris/));
  expect(await rename(inEnglish)).toMatchObject(says(/already taken/));

  const removePicture = (headers = {}) =>
    identity.call("DELETE /user/profile-picture", { as: adasId, headers });
  expect(await removePicture()).toMatchObject(says(/retirée/));
  expect(await removePicture(inEnglish)).toMatchObject(says(/removed/));

  const erase = (password: string, headers = {}) =>
    identity.call("DELETE /user", { as: adasId, body: { password }, headers });
  expect(await erase("wrong")).toMatchObject(says(/^Mot de passe incorrect/));
  expect(await erase("wrong", inEnglish)).toMatchObject(says(/^Wrong password/));
  expect(await erase(ada.password, inEnglish)).toMatchObject(says(/have been deleted/));
});
