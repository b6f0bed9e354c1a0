import { createServer } from "node:http";
import { gzipSync } from "node:zlib";

/**
 * Feeds as outlets serve them: forty articles, an ETag, gzip. Each loopback address is a host.
 * `POST /turn?share=0.1` adds an article to that share of the feeds; `GET /counts` returns the number of responses.
 */
const port = Number(process.env["PORT"]);
const hosts = Number(process.env["HOSTS"] ?? 1);
const feeds = Number(process.env["FEEDS"] ?? 1);
const versions = new Uint32Array(feeds).fill(1);
const counts = { full: 0, unchanged: 0 };

const summary =
  "The council of a town on the coast has decided what becomes of the old harbour, after two years of debate " +
  "between those who live there, those who work there, and those who would like to build on it. ";
const articles = 40;

function printed(feed: number): Buffer {
  const version = versions[feed] ?? 1;
  const items = Array.from({ length: articles }, (_, place) => {
    // a new article replaces the oldest one
    const number = version + articles - place;
    const at = new Date(Date.now() - place * 600_000).toUTCString();
    return (
      `<item><title>News ${number} of outlet ${feed}: the harbour of ${(number * 7919) % 1000}</title>` +
      `<link>https://news.example/${feed}/${number}?utm_source=rss</link><guid>${feed}-${number}</guid>` +
      `<pubDate>${at}</pubDate><description>&lt;p&gt;${summary.repeat(3)}${number * 104_729}&lt;/p&gt;</description></item>`
    );
  });
  const head = `<?xml version="1.0"?><rss version="2.0"><channel><title>Outlet ${feed}</title>`;
  return gzipSync(`${head}${items.join("")}</channel></rss>`);
}
const bodies = new Map<string, Buffer>();

const server = createServer((req, res) => {
  const url = new URL(req.url ?? "/", "http://feeds");
  if (url.pathname === "/turn") {
    const changed = Math.round(feeds * Number(url.searchParams.get("share")));
    for (let feed = 0; feed < changed; feed += 1) versions[feed] = (versions[feed] ?? 1) + 1;
    return res.end(String(changed));
  }
  if (url.pathname === "/counts") return res.end(JSON.stringify(counts));
  const feed = Number(url.pathname.slice(1)) % feeds;
  const etag = `"${feed}-${versions[feed]}"`;
  if (req.headers["if-none-match"] === etag) {
    counts.unchanged += 1;
    return res.writeHead(304, { etag }).end();
  }
  counts.full += 1;
  const body = bodies.get(etag) ?? printed(feed);
  bodies.set(etag, body);
  const type = { "content-type": "application/rss+xml", "content-encoding": "gzip" };
  return res.writeHead(200, { ...type, etag, "content-length": body.length }).end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(port, "127.0.0.1");
for (let host = 2; host <= hosts; host += 1) {
  createServer((req, res) => server.emit("request", req, res)).listen(port, `127.0.0.${host}`);
}
process.on("SIGTERM", () => process.exit(0));
