import express from "express";
import { listen } from "@matinale/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { subscriberOf } from "../domain/fixtures.ts";
import { readerLanguage } from "./reader-language.ts";

let server: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  // The fixture reads English.
  server = await listen(
    express()
      .get("/known", (req, res) => res.send(readerLanguage(req, subscriberOf())))
      .get("/unknown", (req, res) => res.send(readerLanguage(req, null))),
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
])("the site asks for %s and is answered in %s", async (header, language) => {
  expect(await answer("/known", header)).toBe(language);
});

test.each(["*", "de", "", "nonsense;;;q=z"])(
  "with «%s» the subscriber's own language is meant, French for somebody unknown",
  async (header) => {
    expect(await answer("/known", header)).toBe("en");
    expect(await answer("/unknown", header)).toBe("fr");
  },
);
