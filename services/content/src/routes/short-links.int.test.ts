import { startForTests } from "@matinale/kit/vitest";
import { beforeAll, describe, expect, test } from "vitest";
import { startContent } from "../testing/content.ts";

let content: Awaited<ReturnType<typeof startContent>>;
startForTests(
  () => startContent(undefined, 2),
  (started) => (content = started),
);

const site = "https://matinale.example";
const bridge = "https://n.example/pont";
const open = (path: string, { method = "GET", replica = 0 } = {}) =>
  fetch(`${content.urls[replica]}${path}`, { method, redirect: "manual" });
const pathsIn = (texts: readonly string[]) =>
  [...texts.join("\n").matchAll(/https?:\/\/\S+/gu)].map(([link]) => link.replace(site, ""));
const digestFor = async (userId: string, voice: "female" | "male") =>
  content.answerTo(await content.ask({ userId, voice, categories: ["sports", "politics"] }));

describe("the short links of a digest", () => {
  let paths: string[];
  let path: string;
  beforeAll(async () => {
    paths = pathsIn((await digestFor("ada", "female")).texts);
    const answers = await Promise.all(paths.map((each) => open(each)));
    path = paths[answers.findIndex(({ headers }) => headers.get("location") === bridge)] ?? "";
  });

  test("are the only links of its text, and each opens the article of an outlet", async () => {
    expect(paths.length).toBeGreaterThan(5);
    for (const each of paths) expect(each).toMatch(/^\/r\/[\da-f]{20}$/u);
    expect(path).not.toBe("");
    for (const replica of [0, 1]) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await open(path, { method, replica });
        expect(answer.status).toBe(302);
        expect(answer.headers.get("location")).toBe(bridge);
        expect(answer.headers.get("cache-control")).toBe("no-store");
        expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
        expect(answer.headers.get("x-robots-tag")).toBe("noindex");
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
    }
  });

  test("are the same for every reader, and nothing about readers is stored with them", async () => {
    const other = pathsIn((await digestFor("grace", "male")).texts);
    expect(new Set(other)).toEqual(new Set(paths));
    const [stored] = await content.mongo.collection("short_links").find().toArray();
    expect(Object.keys(stored ?? {}).toSorted()).toEqual(["_id", "expiresAt", "url"]);
  });

  test.each([
    ["an unknown id", () => "/r/0123456789abcdef0123"],
    ["a changed id", () => path.replace(/.$/u, (end) => (end === "a" ? "b" : "a"))],
    ["a shortened id", () => path.slice(0, -1)],
    ["no id of ours", () => "/r/https:%2F%2Fevil.example"],
  ])("answer %s with 404", async (_, address) => {
    const answer = await open(address());
    expect(answer.status).toBe(404);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toMatchObject({ code: "NOT_FOUND" });
    expect((await open(address(), { method: "HEAD" })).status).toBe(404);
  });

  test("expire after seven days, also before the index has removed them", async () => {
    const links = content.mongo.collection<{ _id: string; expiresAt: Date }>("short_links");
    const _id = path.slice("/r/".length);
    const link = await links.findOne({ _id });
    const days = ((link?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    await links.updateOne({ _id }, { $set: { expiresAt: new Date() } });
    expect((await open(path)).status).toBe(404);
    await links.updateOne({ _id }, { $set: { expiresAt: link!.expiresAt } });
    expect((await open(path)).status).toBe(302);
  });

  test("open no address that was written into the database without the secret", async () => {
    const links = content.mongo.collection<{ _id: string; url: string }>("short_links");
    const _id = path.slice("/r/".length);
    await links.updateOne({ _id }, { $set: { url: "https://evil.example" } });
    expect((await open(path)).status).toBe(404);
    await links.updateOne({ _id }, { $set: { url: bridge } });
  });
});
