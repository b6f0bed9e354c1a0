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

const responseTo = async (path: string, header: string) =>
  (await fetch(`${server.url}${path}`, { headers: { "accept-language": header } })).text();

test.each([
  ["fr", "fr"],
  ["en", "en"],
  ["fr-CA,fr;q=0.8,en;q=0.5", "fr"],
  ["de,en;q=0.5,fr;q=0.7", "fr"],
])("responds to Accept-Language %s in %s", async (header, language) => {
  expect(await responseTo("/known", header)).toBe(language);
  expect(await responseTo("/unknown", header)).toBe(language);
});

test.each(["*", "de", "", "invalid;;;q=z"])(
  "uses the account's language for «%s», and French without an account",
  async (header) => {
    expect(await responseTo("/known", header)).toBe("en");
    expect(await responseTo("/unknown", header)).toBe("fr");
  },
);
