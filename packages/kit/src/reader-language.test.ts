import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readerLanguage } from "./index.ts";
import { listen } from "./testing/index.ts";

let server: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  server = await listen(
    express()
      .get("/known", (req, res) => res.send(readerLanguage(req, "en")))
      .get("/unknown", (req, res) => res.send(readerLanguage(req))),
  );
});
afterAll(() => server.close());

const answer = async (path: string, header: string) =>
  (await fetch(`${server.url}${path}`, { headers: { "accept-language": header } })).text();

test.each([
  ["fr", "fr"],
  ["en", "en"],
  ["fr-CA,fr;q=0.8,en;q=0.5", "fr"],
  ["de,en;q=0.5,fr;q=0.7", "fr"],
])("answers a request for %s in %s", async (header, language) => {
  expect(await answer("/known", header)).toBe(language);
  expect(await answer("/unknown", header)).toBe(language);
});

test.each(["*", "de", "", "nonsense;;;q=z"])(
  "a request for «%s» is answered in the account's language, in French without an account",
  async (header) => {
    expect(await answer("/known", header)).toBe("en");
    expect(await answer("/unknown", header)).toBe("fr");
  },
);
