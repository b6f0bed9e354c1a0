import { afterAll, beforeAll, expect, test } from "vitest";
import { json } from "../testing/fake-service.ts";
import { person, testGateway, type TestGateway } from "../testing/test-gateway.ts";

let gateway: TestGateway;
let cookie: string;
beforeAll(async () => {
  gateway = await testGateway({ LOGIN_FAILURES_PER_ACCOUNT: 3, CHANGES_PER_USER: 1 });
  cookie = await gateway.login();
});
afterAll(() => gateway.close());

const english = { "accept-language": "en" };
/** The messages of a call without Accept-Language, then from a French and from an English page. */
const messagesOf = async (path: string, init: RequestInit = {}) => {
  const call = (headers = {}) =>
    gateway.call(path, { ...init, headers: { ...init.headers, ...headers } });
  const answers = [await call(), await call({ "accept-language": "fr" }), await call(english)];
  return answers.map(({ body }) => body["message"]);
};
const json415 = { method: "POST", body: "x", headers: { "content-type": "text/plain" } };
const patch = {
  method: "PATCH",
  body: "{}",
  headers: { "content-type": "application/json" },
};

test.each<[string, string, RequestInit, string, string]>([
  ["without a session", "/api/categories/", {}, "Il n’y a rien", "There is nothing"],
  ["without a session", "/api/subscription", {}, "Veuillez vous connecter", "Please sign in"],
  ["with another method", "/api/categories", { method: "PUT" }, "Utilisez", "Use"],
  ["with another type", "/api/signup", json415, "Envoyez du JSON", "Send JSON"],
  [
    "from another site",
    "/api/categories",
    { headers: { "sec-fetch-site": "cross-site" } },
    "Seules les pages de ce site",
    "Only this site’s own pages",
  ],
])("refuses a call %s to %s in the language of the page", async (_case, path, init, fr, en) => {
  const [byDefault, french, inEnglish] = await messagesOf(path, init);
  expect(byDefault).toMatch(new RegExp(`^${fr}`));
  expect(french).toBe(byDefault);
  expect(inEnglish).toMatch(new RegExp(`^${en}`));
});

test("refuses an invalid form in the language of the page", async () => {
  const init = {
    method: "POST",
    body: JSON.stringify({ email: person.email }),
    headers: { "content-type": "application/json" },
  };
  expect(await messagesOf("/api/login", init)).toEqual([
    "Saisissez votre mot de passe",
    "Saisissez votre mot de passe",
    "Please enter your password",
  ]);
});

test("answers 429 in the language of the page", async () => {
  const init = { ...patch, headers: { ...patch.headers, cookie } };
  await gateway.call("/api/user/preferences", init);
  const [byDefault, , inEnglish] = await messagesOf("/api/user/preferences", init);
  expect(byDefault).toMatch(/^Vous avez fait beaucoup de changements/);
  expect(inEnglish).toMatch(/^You have made many changes/);
  for (let failures = 0; failures < 3; failures += 1) {
    await gateway.post("/api/login", { email: "bob@example.org", password: "wrong" });
  }
  const attempt = { email: "bob@example.org", password: "wrong" };
  expect((await gateway.post("/api/login", attempt, english)).body).toMatchObject({
    message: "Too many failed sign-ins. Try again later.",
  });
});

test("answers 503 in the language of the page", async () => {
  gateway.services.billing.answer = (_request, res) => void res.destroy();
  const [byDefault, , inEnglish] = await messagesOf("/api/subscription-plans");
  expect(byDefault).toMatch(/^Cette partie du service/);
  expect(inEnglish).toMatch(/^This part of the service/);
});

test("passes the language of the page to every service", async () => {
  const { preferences, identity } = gateway.services;
  await gateway.call("/api/categories", { headers: english });
  expect(preferences.received.at(-1)?.headers).toMatchObject(english);

  const asIdentity = identity.answer;
  identity.answer = (request, res) =>
    request.url === "/user"
      ? json(res, 401, {
          message: `in ${request.headers["accept-language"]}`,
          code: "INVALID_CREDENTIALS",
          requestId: "r",
        })
      : asIdentity(request, res);
  const erase = {
    method: "DELETE",
    body: JSON.stringify({ password: "wrong" }),
    headers: { cookie, "content-type": "application/json", ...english },
  };
  expect((await gateway.call("/api/user", erase)).body).toMatchObject({ message: "in en" });
});
