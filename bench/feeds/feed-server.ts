import { once } from "node:events";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";

const summary =
  "The council of a town on the coast has decided what becomes of the old harbour, after two years of debate " +
  "between those who live there, those who work there, and those who would like to build on it. ";
const articles = 40;

function printed(feed: number, version: number): Buffer {
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

/**
 * Feeds as outlets serve them: forty articles, an ETag, gzip. Each loopback address is a host.
 *
 * @param port  free on every one of these addresses
 */
export async function startFeedServer(port: number, addresses: readonly string[], feeds: number) {
  const versions = new Uint32Array(feeds).fill(1);
  const bodies = new Map<string, Buffer>();
  let unchanged = 0;
  const servers = addresses.map((address) =>
    createServer({ keepAliveTimeout: 60_000 }, (req, res) => {
      const feed = Number(req.url?.slice(1)) % feeds;
      const version = versions[feed] ?? 1;
      const etag = `"${feed}-${version}"`;
      if (req.headers["if-none-match"] === etag) {
        unchanged += 1;
        return res.writeHead(304, { etag }).end();
      }
      const body = bodies.get(etag) ?? printed(feed, version);
      bodies.set(etag, body);
      const type = { "content-type": "application/rss+xml", "content-encoding": "gzip" };
      return res.writeHead(200, { ...type, etag, "content-length": body.length }).end(body);
    }).listen(port, address),
  );
  await Promise.all(servers.map((server) => once(server, "listening")));
  return {
    /** Number of responses without a body. */
    unchanged: () => unchanged,
    /** Adds an article to the first feeds. */
    addArticle: (changed: number) => {
      for (let feed = 0; feed < changed; feed += 1) versions[feed] = (versions[feed] ?? 1) + 1;
    },
    stop: () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}
