import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const hour = 3_600_000;
const rss = (hoursAgo: number) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>T</title><item><title>Un titre</title>` +
  `<link>https://n.example/1</link><pubDate>${new Date(Date.now() - hoursAgo * hour).toUTCString()}</pubDate></item></channel></rss>`;

const server = createServer((req, res) => {
  switch (req.url) {
    case "/live":
      return res.end(rss(3));
    case "/moved":
      return res.writeHead(301, { location: "/live" }).end();
    case "/stale":
      return res.end(rss(24 * 40));
    case "/empty":
      return res.end('<rss version="2.0"><channel><title>T</title></channel></rss>');
    case "/page":
      return res.setHeader("content-type", "text/html").end("<html><body>Bonjour</body></html>");
    case "/slow":
      return undefined;
    default:
      return res.writeHead(404).end();
  }
});
let folder = "";
let host = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinale-feeds-"));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

type Listed = [path: string, language: "fr" | "en", country: string];

async function check(listed: readonly Listed[], ...options: string[]) {
  const file = join(folder, "catalogue.json");
  const catalogue = listed.map(([path, language, country], at) => ({
    id: `${path.slice(1)}-${at}`,
    url: `http://${host}${path}`,
    outlet: "News",
    language,
    country,
    category: "politics",
  }));
  await writeFile(file, JSON.stringify(catalogue));
  const command = fileURLToPath(new URL("../commands/check-feeds.ts", import.meta.url));
  const args = [command, "--file", file, "--allow", host, "--deadline", "1000", ...options];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = await once(child, "close");
  return { code, printed };
}

test("prints which feeds are alive or dead with the reason, and fails when too many are dead", async () => {
  const { code, printed } = await check([
    ["/live", "fr", "international"],
    ["/moved", "en", "international"],
    ["/stale", "fr", "be"],
    ["/empty", "fr", "ch"],
    ["/page", "fr", "fr"],
    ["/slow", "fr", "ma"],
    ["/gone", "en", "gb"],
  ]);
  expect(printed).toMatch(/^ok\s+live-0\s+1 entries, newest 3 h ago, headline$/mu);
  expect(printed).toMatch(/^ok\s+moved-1 .*, moved to http:\/\/127\.0\.0\.1:\d+\/live$/mu);
  expect(printed).toMatch(/^dead\s+stale-2\s+stale: nothing for 40 days/mu);
  expect(printed).toMatch(/^dead\s+empty-3\s+not_a_feed: a feed without readable entries/mu);
  expect(printed).toMatch(/^dead\s+page-4\s+not_a_feed: a web page, not a feed/mu);
  expect(printed).toMatch(/^dead\s+slow-5\s+too_slow: /mu);
  expect(printed).toMatch(/^dead\s+gone-6\s+status: HTTP 404/mu);
  expect(printed).toContain("2 of 7 feeds are alive, 5 dead.");
  expect(printed).toContain("Not fit for use: 5 of 7 feeds are dead, more than 10 %.");
  expect(code).toBe(1);
}, 30_000);

test("succeeds when all feeds are alive, but not when a country has no feed in a language", async () => {
  const abroad: Listed[] = [
    ["/live", "fr", "international"],
    ["/live", "en", "international"],
  ];
  expect(await check(abroad)).toMatchObject({ code: 0 });
  const { code, printed } = await check([
    ["/live", "fr", "international"],
    ["/live", "en", "gb"],
  ]);
  expect(printed).toContain("Not fit for use: nothing is alive in en for fr, us,");
  expect(code).toBe(1);
}, 30_000);
