import type { LookupAddress, LookupOptions } from "node:dns";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { FeedError } from "../../domain/feeds/feed-reading.ts";
import { createFeedReader } from "./http-feed-reader.ts";
import type { Resolve } from "./public-lookup.ts";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  open.push({
    close: () =>
      new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      }),
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
function reader(allowed: string, options: { deadline?: number; maxBytes?: number } = {}) {
  const made = createFeedReader({ allowedHosts: [allowed], ...options });
  open.push(made);
  const never = new AbortController().signal;
  return async (url: string, validators = {}) => {
    const reading = await made.read(url, validators, never);
    return reading.outcome === "unchanged"
      ? reading
      : { ...reading, body: new TextDecoder().decode(reading.document.body) };
  };
}
const failure = async (reading: Promise<unknown>) => {
  const error = await reading.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(FeedError);
  return (error as FeedError).failure;
};

test("sends conditional requests and reads no body after a 304", async () => {
  const asked: unknown[] = [];
  const host = await serve((req, res) => {
    asked.push([req.headers["if-none-match"], req.headers["if-modified-since"]]);
    if (req.headers["if-none-match"] === '"v1"')
      return res.writeHead(304, { "retry-after": "90" }).end();
    const headers = { etag: '"v1"', "last-modified": "Sat, 21 Nov 2026 08:00:00 GMT" };
    res.writeHead(200, headers).end("<rss/>");
  });
  const read = reader(host);
  const first = await read(`http://${host}/`);
  expect(first).toMatchObject({ outcome: "changed", body: "<rss/>", validators: { etag: '"v1"' } });
  const validators = first.outcome === "changed" ? first.validators : {};
  expect(await read(`http://${host}/`, validators)).toEqual({
    outcome: "unchanged",
    retryAfterSeconds: 90,
  });
  expect(asked).toEqual([
    [undefined, undefined],
    ['"v1"', "Sat, 21 Nov 2026 08:00:00 GMT"],
  ]);
});

test.each([
  "http://127.0.0.1:PORT/",
  "http://127.1:PORT/",
  "http://0x7f000001:PORT/",
  "http://2130706433:PORT/",
  "http://[::ffff:7f00:1]:PORT/",
  "http://localhost:PORT/",
])("refuses the private address %s", async (address) => {
  let reached = false;
  const host = await serve((_req, res) => {
    reached = true;
    res.end("<rss/>");
  });
  const read = reader("other.example:80");
  expect(await failure(read(address.replace("PORT", host.split(":")[1]!)))).toBe("refused_address");
  expect(reached).toBe(false);
});

test("checks resolved addresses when a socket opens, also after redirects", async () => {
  const asked: string[] = [];
  const resolve = (
    name: string,
    _options: LookupOptions,
    found: (error: null, addresses: LookupAddress[]) => void,
  ) => {
    asked.push(name);
    found(null, [{ address: "10.0.0.1", family: 4 }]);
  };
  const host = await serve((_req, res) =>
    res.writeHead(302, { location: "http://inside.example/" }).end(),
  );
  const made = createFeedReader({ allowedHosts: [host], resolve: resolve as Resolve });
  open.push(made);
  const never = new AbortController().signal;
  for (const url of ["http://news.example/feed", `http://${host}/`]) {
    expect(await failure(made.read(url, {}, never))).toBe("refused_address");
  }
  expect(asked).toEqual(["news.example", "inside.example"]);
});

test.each([
  "http://news.example:8080/feed",
  "https://news.example:22/feed",
  "http://reader:secret@news.example/feed",
  "ftp://news.example/feed",
  "gopher://news.example/feed",
])("refuses %s without a request", async (address) => {
  const read = reader("other.example:80");
  expect(await failure(read(address))).toBe("refused_address");
});

test("reports the new address after a permanent redirect only", async () => {
  const host = await serve((req, res) => {
    if (req.url === "/end") return res.end("<rss/>");
    res.writeHead(req.url === "/now" ? 302 : 301, { location: "/end" }).end();
  });
  const read = reader(host);
  expect(await read(`http://${host}/good`)).toMatchObject({ movedTo: `http://${host}/end` });
  expect(await read(`http://${host}/now`)).toMatchObject({ movedTo: null });
  expect(await read(`http://${host}/end`)).toMatchObject({ movedTo: null });
});

test("refuses redirects to private addresses and to other schemes", async () => {
  let reached = false;
  const inside = await serve((_req, res) => {
    reached = true;
    res.end("secret");
  });
  const host = await serve((req, res) =>
    res
      .writeHead(302, {
        location: req.url === "/file" ? "file:///etc/passwd" : `http://${inside}/`,
      })
      .end(),
  );
  const read = reader(host);
  expect(await failure(read(`http://${host}/`))).toBe("refused_address");
  expect(await failure(read(`http://${host}/file`))).toBe("refused_address");
  expect(reached).toBe(false);
});

test("follows a limited number of redirects", async () => {
  const host = await serve((req, res) => {
    if (req.url === "/end") return res.end("<rss/>");
    res.writeHead(301, { location: req.url === "/once" ? "/end" : "/loop" }).end();
  });
  const read = reader(host);
  expect(await read(`http://${host}/once`)).toMatchObject({ body: "<rss/>" });
  expect(await failure(read(`http://${host}/loop`))).toBe("status");
});

test("drops a body that exceeds the limit when decompressed", async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000, "a"));
  const host = await serve((req, res) => {
    if (req.url === "/bomb") return res.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    res.writeHead(200).end(Buffer.alloc(200_000, "a"));
  });
  const read = reader(host, { maxBytes: 100_000 });
  expect(bomb.length).toBeLessThan(100_000);
  expect(await failure(read(`http://${host}/bomb`))).toBe("too_large");
  expect(await failure(read(`http://${host}/plain`))).toBe("too_large");
});

test("decompresses bodies and refuses broken and unknown codings", async () => {
  const coded: Record<string, [string, Buffer]> = {
    "/gzip": ["gzip", gzipSync("<rss>é</rss>")],
    "/br": ["br", brotliCompressSync("<rss>é</rss>")],
    "/broken": ["gzip", Buffer.from("not gzip")],
    "/unknown": ["zip", Buffer.from("x")],
  };
  const host = await serve((req, res) => {
    const [coding, body] = coded[req.url ?? ""]!;
    res.writeHead(200, { "content-encoding": coding }).end(body);
  });
  const read = reader(host);
  expect(await read(`http://${host}/gzip`)).toMatchObject({ body: "<rss>é</rss>" });
  expect(await read(`http://${host}/br`)).toMatchObject({ body: "<rss>é</rss>" });
  expect(await failure(read(`http://${host}/broken`))).toBe("unreachable");
  expect(await failure(read(`http://${host}/unknown`))).toBe("not_a_feed");
});

test("gives up on a slow body at the deadline", async () => {
  const host = await serve((req, res) => {
    if (req.url === "/hang") return;
    res.writeHead(200);
    const drip = setInterval(() => res.write("a"), 20);
    res.on("close", () => clearInterval(drip));
  });
  const read = reader(host, { deadline: 200 });
  expect(await failure(read(`http://${host}/hang`))).toBe("too_slow");
  expect(await failure(read(`http://${host}/drip`))).toBe("too_slow");
});

test("reports an HTTP error with its Retry-After", async () => {
  const host = await serve((_req, res) =>
    res.writeHead(503, { "retry-after": "120" }).end("later"),
  );
  const error: unknown = await reader(host)(`http://${host}/`).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ failure: "status", retryAfterSeconds: 120 });
});

test("fails as unreachable when the host does not answer", async () => {
  const host = await serve(() => undefined);
  await Promise.all(open.splice(0).map((each) => each.close()));
  expect(await failure(reader(host)(`http://${host}/`))).toBe("unreachable");
});
