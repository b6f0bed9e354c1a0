import type { LookupAddress, LookupOptions } from "node:dns";
import type { RequestListener } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { listen } from "@matinale/kit/testing";
import { afterEach, describe, expect, test } from "vitest";
import { FeedError } from "../../domain/feeds/feed-reading.ts";
import { createFeedReader } from "./http-feed-reader.ts";
import type { Resolve } from "./public-lookup.ts";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function serve(listener: RequestListener): Promise<string> {
  const server = await listen(listener);
  open.push(server);
  return new URL(server.url).host;
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
    retryAfterMs: 90_000,
  });
  expect(asked).toEqual([
    [undefined, undefined],
    ['"v1"', "Sat, 21 Nov 2026 08:00:00 GMT"],
  ]);
});

test("counts a 304 to a request without validators as a failure: the feed was never read", async () => {
  const host = await serve((_req, res) => res.writeHead(304).end());
  expect(await failure(reader(host)(`http://${host}/`))).toBe("status");
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

test("reads the beginning of a body that exceeds the limit, with its validators", async () => {
  const maxBytes = 100_000;
  const coded = { etag: '"v1"', "content-encoding": "gzip" };
  const bodies: Record<string, [Record<string, string>, Buffer]> = {
    "/bomb": [coded, gzipSync(Buffer.alloc(20_000_000, "a"))],
    "/large": [coded, gzipSync(Buffer.alloc(2 * maxBytes, "a"), { level: 0 })],
    "/plain": [{ etag: '"v1"' }, Buffer.alloc(2 * maxBytes, "a")],
  };
  const host = await serve((req, res) => {
    const [headers, bytes] = bodies[req.url ?? ""]!;
    res.writeHead(200, headers).end(bytes);
  });
  const read = reader(host, { maxBytes });
  for (const path of Object.keys(bodies)) {
    const reading = await read(`http://${host}${path}`);
    expect(reading).toMatchObject({ validators: { etag: '"v1"' } });
    const text = reading.outcome === "changed" ? reading.body : "";
    expect(text).toMatch(/^a+$/u);
    expect(text.length).toBeLessThanOrEqual(maxBytes);
    expect(text.length).toBeGreaterThan(maxBytes * 0.9);
  }
});

const numbers = Array.from({ length: 1_000 }, (_, n) => `é${(n * 7_919) % 9_973}`);
const body = `<rss>${numbers.join(" ")}</rss>`;
const gzip = gzipSync(body);
test.each<[string, string | undefined, Buffer | string]>([
  ["gzip", "gzip", gzip],
  ["GZIP", "GZIP", gzip],
  ["x-gzip", "x-gzip", gzip],
  ["br", "br", brotliCompressSync(body)],
  ["deflate with its header", "deflate", deflateSync(body)],
  ["two codings", "gzip, br", brotliCompressSync(gzip)],
  ["an empty coding", "", body],
  ["none", "none", body],
  ["a charset", "UTF-8", body],
  ["identity, gzip", "identity, gzip", gzip],
  ["utf-8, gzip", "utf-8, gzip", gzip],
  ["gzip that is plain", "gzip", body],
  ["br that is plain", "br", body],
  ["deflate that is plain", "deflate", body],
  ["gzip called deflate", "deflate", gzip],
  ["deflate called gzip", "gzip", deflateSync(body)],
  ["br that is plain after a byte order mark", "br", `\uFEFF\n${body}`],
  ["an unknown coding that is plain", "compress", body],
  ["gzip without saying so", undefined, gzip],
  ["gzip with a quality", "gzip;q=1.0", gzip],
  ["gzip in quotation marks", '"gzip"', gzip],
])("reads a body with the content coding %s", async (_name, coding, bytes) => {
  const host = await serve((_req, res) =>
    res.setHeader("content-encoding", coding ?? "").end(bytes),
  );
  const reading = await reader(host)(`http://${host}/`);
  expect(reading.outcome === "changed" ? reading.body.trim() : "").toBe(body);
});

test("reads the beginning of a compressed body that is cut off or broken", async () => {
  const brotli = brotliCompressSync(body);
  const long = numbers.slice(0, 300).join(body);
  const broken = gzipSync(long, { level: 0 });
  broken.fill(0xff, broken.length / 2, broken.length / 2 + 70_000);
  for (const [coding, bytes, least] of [
    ["gzip", gzip.subarray(0, -8), body.length],
    ["gzip", gzip.subarray(0, gzip.length / 2), body.length / 3],
    ["br", brotli.subarray(0, brotli.length / 2), body.length / 3],
    ["gzip", broken, 500_000],
  ] as const) {
    const host = await serve((_req, res) => res.setHeader("content-encoding", coding).end(bytes));
    const reading = await reader(host)(`http://${host}/`);
    const text = reading.outcome === "changed" ? reading.body : "";
    expect((bytes === broken ? long : body).startsWith(text.slice(0, least))).toBe(true);
    expect(text.length).toBeGreaterThanOrEqual(least);
  }
});

const changed = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 0xff, at);
  return copy;
};
const followed = (bytes: Buffer, by: string) => Buffer.concat([bytes, Buffer.from(by)]);

describe.each([
  ["a short feed", body],
  ["a feed of several chunks", numbers.slice(0, 50).join(body)],
])("reads %s", (_size, text) => {
  const gz = gzipSync(text);
  const zlib = deflateSync(text);
  const lastChunk = 1_024;
  test.each<[string, Buffer, number]>([
    ["two gzip files, one after the other", Buffer.concat([gzipSync(""), gz]), 0],
    ["gzip and other bytes after it", followed(gz, "junk"), lastChunk],
    ["gzip and a comment after it", followed(gz, "<!-- cached -->"), lastChunk],
    ["gzip with a wrong checksum", changed(gz, gz.length - 6), lastChunk],
    ["gzip with a wrong length", changed(gz, gz.length - 1), lastChunk],
    ["zlib with a wrong checksum", changed(zlib, zlib.length - 1), lastChunk],
  ])("%s", async (_name, bytes, mostLost) => {
    const host = await serve((_req, res) => res.end(bytes));
    const reading = await reader(host)(`http://${host}/`);
    const read = Buffer.from(reading.outcome === "changed" ? reading.document.body : "");
    const whole = Buffer.from(text);
    expect(whole.subarray(0, read.length).equals(read)).toBe(true);
    expect(whole.length - read.length).toBeLessThanOrEqual(mostLost);
  });
});

test("keeps a body that was cut off, without validators", async () => {
  const host = await serve((_req, res) => {
    res.writeHead(200, { "content-length": 10_000, etag: '"v1"' });
    res.write("<rss><channel>", () => res.destroy());
  });
  const reading = await reader(host)(`http://${host}/`);
  expect(reading).toMatchObject({ body: "<rss><channel>", validators: {} });
});

test.each([
  ["gzip", gzip],
  ["br", brotliCompressSync(body)],
])("refuses a broken %s body", async (coding, bytes) => {
  const broken = Buffer.concat([bytes.subarray(0, 12), Buffer.alloc(30, 0xff)]);
  const host = await serve((_req, res) => res.setHeader("content-encoding", coding).end(broken));
  expect(await failure(reader(host)(`http://${host}/`))).toBe("not_a_feed");
});

test("returns the cookies of a redirect to the same host, in the same request only", async () => {
  const asked: (string | undefined)[] = [];
  const other = await serve((req, res) => {
    asked.push(`other ${req.headers.cookie ?? "none"}`);
    res.end("<rss/>");
  });
  const host = await serve((req, res) => {
    asked.push(req.headers.cookie);
    if (req.url === "/away") {
      return res
        .writeHead(302, {
          location: `http://${other.replace("127.0.0.1", "localhost")}/`,
          "set-cookie": "a=1",
        })
        .end();
    }
    if (req.headers.cookie?.includes("consent=yes") === true) return res.end("<rss/>");
    res
      .writeHead(302, {
        location: "/feed",
        "set-cookie": ["consent=yes; Path=/; HttpOnly", "id=7"],
      })
      .end();
  });
  const made = createFeedReader({ allowedHosts: [host, other.replace("127.0.0.1", "localhost")] });
  open.push(made);
  const never = new AbortController().signal;
  for (const path of ["/feed", "/feed", "/away"])
    await made.read(`http://${host}${path}`, {}, never);
  const both = "consent=yes; id=7";
  expect(asked).toEqual([undefined, both, undefined, both, undefined, "other none"]);
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
  expect(error).toMatchObject({ failure: "status", retryAfterMs: 120_000 });
});

test("fails as unreachable when the host does not answer", async () => {
  const host = await serve(() => undefined);
  await Promise.all(open.splice(0).map((each) => each.close()));
  expect(await failure(reader(host)(`http://${host}/`))).toBe("unreachable");
});
