import { asUserId } from "@matinale/contracts";
import { listen, testSecret } from "@matinale/kit/testing";
import { expect, onTestFinished, test } from "vitest";
import { identityContacts } from "./identity-contacts.ts";

/** The contact when identity answers 401 with these headers. */
const contactAfter401 = async (headers: Record<string, string>) => {
  const identity = await listen((_req, res) => void res.writeHead(401, headers).end("{}"));
  onTestFinished(() => identity.close());
  const config = { IDENTITY_URL: identity.url, INTERNAL_TOKEN_SECRET: testSecret };
  return identityContacts(config).of(asUserId("ada"));
};

test("finds no address of an account that does not exist any more", async () => {
  expect(await contactAfter401({})).toBeNull();
});

test("fails while identity refuses the token, as when its secret is changed", async () => {
  await expect(contactAfter401({ "www-authenticate": "Matinale" })).rejects.toThrow("401");
});
