import { ReadStream } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { placeholdersOf } from "@matinale/contracts";
import { silentLogger, testProduct } from "@matinale/kit/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testGateway, type TestGateway } from "../testing/test-gateway.ts";
import { testSite } from "../testing/test-site.ts";
import { webApp } from "./web-app.ts";

let gateway: TestGateway;
let folder: string;
const script = "export const one = 1;";
beforeAll(async () => {
  folder = await testSite();
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets/index-B1.js"), script);
  await writeFile(join(folder, "assets/index-B1.js.br"), brotliCompressSync(script));
  await writeFile(join(folder, "assets/gone-B1.js"), script);
  await mkdir(join(folder, "sample"));
  await writeFile(join(folder, "sample/fr-female.mp3"), "0123456789");
  await writeFile(join(folder, "assets/long-B1.js"), Buffer.alloc(8 * 1024 * 1024, " "));
  gateway = await testGateway({ WEB_DIST: folder });
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, { headers: { accept: "text/html,*/*;q=0.8", ...headers } });

test.each([
  ["/", 200, /^landing fr/],
  ["/account", 200, /^shell fr/],
  ["/subscribe?plan=2", 200, /^shell fr/],
  ["/no/such/page", 404, /^not-found fr/],
  ["/index.php", 404, /^not-found fr/],
])("serves a page for %s, and browsers must revalidate it", async (path, status, text) => {
  const answer = await get(path);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toBe("text/html;charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-cache");
  expect(await answer.text()).toMatch(text);
});

test("lets browsers cache hashed files for a year, and compresses them", async () => {
  const answer = await get("/assets/index-B1.js", { "accept-encoding": "br, gzip" });
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(answer.headers.get("content-encoding")).toBe("br");
  expect(answer.headers.get("vary")).toContain("Accept-Encoding");
  expect(await answer.text()).toBe(script);
  const range = await get("/assets/index-B1.js", {
    range: "bytes=9-2",
    "accept-encoding": "identity",
  });
  expect(range.status).toBe(416);
});

test("serves the wanted part of the sample audio, so that a browser can seek", async () => {
  const path = "/sample/fr-female.mp3";
  const part = await get(path, { range: "bytes=2-5" });
  expect(part.status).toBe(206);
  expect(part.headers.get("content-range")).toBe("bytes 2-5/10");
  expect(part.headers.get("cache-control")).toBe("no-cache");
  expect(await part.text()).toBe("2345");

  const head = await fetch(gateway.url + path, { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(head.headers.get("accept-ranges")).toBe("bytes");
  expect(head.headers.get("content-length")).toBe("10");
  expect(head.headers.get("content-type")).toBe("audio/mpeg");

  const beyond = await get(path, { range: "bytes=10-", accept: "*/*" });
  expect(beyond.status).toBe(416);
  expect(beyond.headers.get("content-range")).toBe("bytes */10");
  expect(await beyond.json()).toMatchObject({ code: "RANGE_NOT_SATISFIABLE" });
});

test.each([
  "/assets/index-old.js",
  "/sample/xx.mp3",
  "/favicon.png",
  "/.env",
  "/media",
  "/webhooks",
  "/api/x",
])("answers 404 for %s instead of the app, unless a person opens it", async (path) => {
  const answer = await get(path, { accept: "*/*" });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: "NOT_FOUND" });
});

test.each([
  ["the same product file", {}, []],
  ["another brand", { brand: { ...testProduct.brand, name: "Aurore" } }, ["brand"]],
])("warns at the start when the site was not built with %s", (_, change, differing) => {
  const warn = vi.spyOn(silentLogger, "warn");
  const product = { ...testProduct, ...change };
  const publicUrl = "http://matinale.test";
  webApp({ folder, publicUrl, product, mark: (_req, _res, next) => next() }, silentLogger);
  const facts = warn.mock.calls.map(([fields]) => fields);
  warn.mockRestore();
  const expected = { differing, placeholders: placeholdersOf(testProduct) };
  expect(facts).toEqual(differing.length === 0 ? [] : [expected]);
});

test("redirects /index.html to the front page", async () => {
  const answer = await fetch(`${gateway.url}/index.html`, { redirect: "manual" });
  expect(answer.status).toBe(301);
  expect(answer.headers.get("location")).toBe("/");
});

test("sets the signed-in marker with pages, not with files, when the request has a session cookie", async () => {
  const marked = async (path: string, cookie?: string) =>
    (await get(path, cookie === undefined ? {} : { cookie })).headers.getSetCookie();
  const signedIn = `matinale=${encodeURIComponent("s:id.signature")}`;
  const marker = "matinale_signed_in=1";

  expect(await marked("/")).toEqual([]);
  expect(await marked("/", signedIn)).toEqual([`${marker}; Path=/; SameSite=Lax`]);
  expect(await marked("/account", signedIn)).toHaveLength(1);
  expect(await marked("/", `${signedIn}; ${marker}`)).toEqual([]);
  const [gone] = await marked("/", marker);
  expect(gone).toMatch(/^matinale_signed_in=; Path=\/; Expires=Thu, 01 Jan 1970/);
  expect(await marked("/assets/index-B1.js", signedIn)).toEqual([]);

  const { headers } = await get("/", { cookie: signedIn });
  // fetch would add "no-cache", which asks for the whole page
  const again = {
    cookie: signedIn,
    "if-none-match": headers.get("etag") ?? "",
    "cache-control": "max-age=0",
  };
  const unchanged = await get("/", again);
  expect(unchanged.status).toBe(304);
  expect(unchanged.headers.getSetCookie()).toHaveLength(1);
});

test("serves pages only for reads that accept HTML", async () => {
  expect((await get("/account", { accept: "application/json" })).status).toBe(404);
  const posted = await fetch(`${gateway.url}/account`, { method: "POST" });
  expect(posted.status).toBe(405);
  const head = await fetch(`${gateway.url}/account`, { method: "HEAD" });
  expect(head.status).toBe(200);
});

test("forbids content of other sites, inline scripts and framing on pages", async () => {
  const { headers } = await get("/");
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
  expect(policy).toContain(
    "frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;",
  );
  expect(policy).toContain("connect-src 'self' https://api.stripe.com;");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("upgrade-insecure-requests");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("strict-origin");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("permissions-policy")).toContain("camera=()");
  expect(headers.get("strict-transport-security")).toBeNull();
  expect(headers.get("x-powered-by")).toBeNull();
});

test("sends HSTS in production", async () => {
  const production = await testGateway({ NODE_ENV: "production", PUBLIC_URL: "https://m.test" });
  try {
    const { headers, status } = await fetch(`${production.url}/healthz`);
    expect(status).toBe(200);
    expect(headers.get("strict-transport-security")).toBeNull();
    const page = await fetch(production.url);
    expect(page.headers.get("strict-transport-security")).toContain("max-age=63072000");
    expect(page.status).toBe(404);
  } finally {
    await production.close();
  }
});

test("answers 404 for a file that was removed", async () => {
  await rm(join(folder, "assets/gone-B1.js"));
  expect((await get("/assets/gone-B1.js", { accept: "*/*" })).status).toBe(404);
  expect((await get("/assets/index-B1.js")).status).toBe(200);
});

test("closes a file when its client closes the connection", async () => {
  const destroy = vi.spyOn(ReadStream.prototype, "destroy");
  const reader = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  reader.write("GET /assets/long-B1.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  await new Promise((resolve) => reader.once("data", resolve));
  reader.destroy();
  const closed = () => destroy.mock.contexts.map((file) => (file as ReadStream).path);
  await vi.waitFor(() => expect(closed()).toContain(join(folder, "assets/long-B1.js")));
  destroy.mockRestore();
});
