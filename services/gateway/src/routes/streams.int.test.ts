import { request, type ClientRequest } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { testGateway, type TestGateway } from "../testing/test-gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await testGateway();
});
afterAll(() => gateway.close());
beforeEach(() => {
  for (const service of Object.values(gateway.services)) service.received.length = 0;
});

const webhook = "/webhooks/whatsapp";
const signature = { "x-hub-signature-256": "sha256=abc", "stripe-signature": "t=1,v1=abc" };

test("passes a webhook byte for byte with its signature, and does not require X-Requested-With", async () => {
  const body = '{"entry":[ {"id":"é" } ]}\n';
  const answer = await fetch(gateway.url + webhook, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "x-hub-signature-256": "sha256=abc",
      "x-webhook-hmac": "abc",
      "x-webhook-hmac-algorithm": "sha512",
    },
  });
  expect(answer.status).toBe(200);
  const received = gateway.services.delivery.received[0]!;
  expect(received).toMatchObject({ method: "POST", url: webhook, body });
  expect(received.headers).toMatchObject({
    "x-hub-signature-256": "sha256=abc",
    "x-webhook-hmac": "abc",
    "x-webhook-hmac-algorithm": "sha512",
  });
});

test.each([
  ["/webhooks/whatsapp", "delivery", 403, "INVALID_SIGNATURE"],
  ["/webhooks/stripe", "billing", 400, "WEBHOOK_REFUSED"],
] as const)(
  "refuses an unsigned call of %s before %s receives it",
  async (path, service, status, code) => {
    const answer = await fetch(gateway.url + path, { method: "POST", body: "{}" });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code });
    expect(gateway.services[service].received).toEqual([]);
  },
);

test("passes the provider's verification with its query", async () => {
  const query = "?hub.mode=subscribe&hub.challenge=42&hub.verify_token=t";
  expect((await fetch(gateway.url + webhook + query)).status).toBe(200);
  expect(gateway.services.delivery.received[0]).toMatchObject({
    method: "GET",
    url: webhook + query,
  });
});

test.each([
  ["without Expect", ""],
  ["with Expect: 100-continue", "Expect: 100-continue\r\n"],
])("drops identity headers of a webhook %s", async (_case, expectation) => {
  const answer = await gateway.raw(
    `POST ${webhook} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n` +
      `X-Hub-Signature-256: sha256=abc\r\nX-User-Id: victim\r\nX-Internal-Identity: a.b.c\r\nCookie: a=b\r\n${expectation}` +
      `Connection: close, x-user-id\r\n\r\n{}`,
  );
  expect(answer).toContain("HTTP/1.1 200 ");
  const { headers } = gateway.services.delivery.received[0]!;
  expect(
    Object.keys(headers).filter((name) => /^(x-user|x-internal|expect|cookie)/.test(name)),
  ).toEqual([]);
});

test("passes Stripe's webhook to billing with its signature", async () => {
  const body = '{"id": "evt_1"}';
  const headers = { "content-type": "application/json", "stripe-signature": "t=1,v1=abc" };
  const answer = await fetch(`${gateway.url}/webhooks/stripe`, { method: "POST", body, headers });
  expect(answer.status).toBe(200);
  const received = gateway.services.billing.received[0]!;
  expect(received).toMatchObject({ method: "POST", url: "/webhooks/stripe", body });
  expect(received.headers["stripe-signature"]).toBe("t=1,v1=abc");
  expect((await fetch(`${gateway.url}/webhooks/stripe`)).status).toBe(405);
});

test("serves profile pictures from identity", async () => {
  gateway.services.identity.answer = (_request, res) => {
    res.writeHead(200, { "content-type": "image/webp" }).end("webp");
  };
  const answer = await fetch(`${gateway.url}/media/pictures/0123abcd`);
  expect(await answer.text()).toBe("webp");
  expect(answer.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none';/);
  expect(gateway.services.identity.received[0]!.url).toBe("/media/pictures/0123abcd");
});

test.each([
  ["/webhooks/whatsapp", 3 * 1024 * 1024, "delivery"],
  ["/webhooks/stripe", 256 * 1024, "billing"],
] as const)(
  "%s accepts at most %i bytes, with and without a length",
  async (webhook, most, service) => {
    const large = new Blob([new Uint8Array(most + 1)]);
    const sized = await fetch(gateway.url + webhook, {
      method: "POST",
      body: large,
      headers: signature,
    });
    expect(sized.status).toBe(413);
    const unsized = await fetch(gateway.url + webhook, {
      method: "POST",
      body: large.stream(),
      headers: signature,
      duplex: "half",
    } as RequestInit);
    expect(unsized.status).toBe(413);
    expect(await unsized.json()).toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
    await vi.waitFor(() => {
      for (const { abandoned } of gateway.services[service].received) expect(abandoned).toBe(true);
    });
  },
);

test("serves ranges of media, sandboxed", async () => {
  gateway.services.content.answer = (request, res) => {
    res.writeHead(206, {
      "content-type": "audio/mpeg",
      "content-range": "bytes 2-4/10",
      "content-length": "3",
      "cache-control": "private, max-age=60",
    });
    res.end(request.headers.range === "bytes=2-4" ? "cde" : "???");
  };
  const answer = await fetch(`${gateway.url}/media/abc?exp=1&sig=x`, {
    headers: { range: "bytes=2-4", "sec-fetch-site": "same-origin" },
  });
  expect(answer.status).toBe(206);
  expect(await answer.text()).toBe("cde");
  expect(answer.headers.get("content-range")).toBe("bytes 2-4/10");
  expect(answer.headers.get("cache-control")).toBe("private, max-age=60");
  expect(answer.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none';/);
  expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(gateway.services.content.received[0]!.url).toBe("/media/abc?exp=1&sig=x");
});

test.each([
  ["/media/abc?exp=1&sig=x", "content", 403, "INVALID_SIGNATURE"],
  ["/media/abc?exp=1&sig=x", "content", 404, "NOT_FOUND"],
  ["/media/pictures/0123abcd", "identity", 404, "NOT_FOUND"],
  ["/r/0123456789abcdef0123", "content", 404, "NOT_FOUND"],
] as const)(
  "answers %s, which %s refuses with %i, with a page for people and JSON for programs",
  async (path, service, status, code) => {
    const usual = gateway.services[service].answer;
    gateway.services[service].answer = (_request, res) => {
      res.writeHead(status, { "content-type": "application/json" });
      res.end(JSON.stringify({ message: "Fini.", code, requestId: "r" }));
    };
    const open = (accept: string) => fetch(gateway.url + path, { headers: { accept } });
    const page = await open("text/html,application/xhtml+xml,*/*;q=0.8");
    expect(page.status).toBe(status);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("content-security-policy")).toContain("style-src");
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const text = await page.text();
    expect(text).toContain("Ce lien n’est plus valable");
    expect(text).toContain("This link no longer works");
    for (const accept of ["*/*", "audio/webm,audio/*;q=0.9,*/*;q=0.5", "image/webp,*/*;q=0.8"]) {
      const data = await open(accept);
      expect(data.status).toBe(status);
      expect(await data.json()).toMatchObject({ code });
    }
    gateway.services[service].answer = usual;
  },
);

test("reads media from the service no faster than the client does", async () => {
  // more than the sockets of both connections hold
  const size = 96 * 1024 * 1024;
  const block = Buffer.alloc(64 * 1024);
  let sent = 0;
  gateway.services.content.answer = (_request, res) => {
    res.writeHead(200, { "content-type": "audio/mpeg", "content-length": String(size) });
    const send = () => {
      while (sent < size) {
        sent += block.length;
        if (!res.write(block)) return void res.once("drain", send);
      }
      res.end();
    };
    send();
  };
  const answer = await fetch(`${gateway.url}/media/abc`);
  let before: number;
  do {
    before = sent;
    await pause(500);
  } while (sent > before);
  expect(sent).toBeLessThan(size / 2);
  expect((await answer.arrayBuffer()).byteLength).toBe(size);
});

test("serves media to others, and other calls, while 300 clients of one address read media slowly", async () => {
  gateway.services.content.answer = (request, res) => {
    if (request.url.startsWith("/media")) res.writeHead(200).write("the first part");
    else res.writeHead(302, { location: "https://news.example/budget" }).end();
  };
  const readers: ClientRequest[] = [];
  const readFrom = (localAddress: string) =>
    new Promise<number>((resolve, reject) => {
      const reader = request(`${gateway.url}/media/abc`, { localAddress }, (res) =>
        resolve(res.statusCode ?? 0),
      );
      readers.push(reader.on("error", reject).end());
    });
  const slow = await Promise.all(Array.from({ length: 300 }, () => readFrom("127.0.0.2")));
  expect(new Set(slow)).toEqual(new Set([200, 429]));
  expect(slow.filter((status) => status === 200)).toHaveLength(32);
  expect(await readFrom("127.0.0.3")).toBe(200);
  const link = await fetch(`${gateway.url}/r/0123456789abcdef`, {
    redirect: "manual",
    signal: AbortSignal.timeout(2_000),
  });
  expect(link.status).toBe(302);
  for (const reader of readers.splice(0)) reader.destroy();
  // the connections are free again
  await expect.poll(() => readFrom("127.0.0.2")).toBe(200);
  for (const reader of readers) reader.destroy();
});

test("passes short links without cookies", async () => {
  gateway.services.content.answer = (_request, res) => {
    const headers = { "referrer-policy": "no-referrer", "x-robots-tag": "noindex" };
    res.writeHead(302, { ...headers, location: "https://news.example/budget" }).end();
  };
  const open = (path: string, method = "GET") =>
    fetch(gateway.url + path, { method, redirect: "manual", headers: { cookie: "matinale=x" } });
  for (const method of ["GET", "HEAD"]) {
    const answer = await open("/r/0123456789abcdef", method);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("https://news.example/budget");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  expect(gateway.services.content.received[0]!.headers["cookie"]).toBeUndefined();
  expect((await open("/r/0123456789abcdef", "POST")).status).toBe(405);
});

test("keeps short links open while clients announce bodies that never arrive", async () => {
  gateway.services.content.answer = (_request, res) => {
    res.writeHead(302, { location: "https://news.example/budget" }).end();
  };
  const link = "/r/0123456789abcdef";
  const announcing = `GET ${link} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\n`;
  const answers = await Promise.all([1, 2, 3].map(() => gateway.raw(announcing)));
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 413 /);
  const opened = await fetch(gateway.url + link, { redirect: "manual" });
  expect(opened.status).toBe(302);
});

test("shows people a page in both languages while content is down, and tells programs in JSON", async () => {
  gateway.services.content.answer = (_request, res) => res.writeHead(500).end();
  const open = (path: string, accept: string) =>
    fetch(gateway.url + path, { headers: { accept, "accept-language": "en" } });
  const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const page = await open("/r/0123456789abcdef", browser);
  expect(page.status).toBe(502);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'self'");
  const text = await page.text();
  expect(text).toContain("Une erreur est survenue de notre côté. Réessayez.");
  expect(text).toContain("Something went wrong on our side. Try again.");
  for (const accept of ["*/*", "application/json", "audio/*"]) {
    const answer = await open("/r/0123456789abcdef", accept);
    expect(await answer.json()).toMatchObject({ code: "UPSTREAM_FAILED" });
  }
  expect(await (await open("/api/nothing", browser)).json()).toMatchObject({ code: "NOT_FOUND" });
});

test("answers 405 for other methods, and passes listed paths only", async () => {
  const put = await fetch(gateway.url + webhook, { method: "PUT" });
  expect(put.status).toBe(405);
  expect(put.headers.get("allow")).toBe("GET, HEAD, POST");
  expect((await fetch(`${gateway.url}/media/abc`, { method: "POST" })).status).toBe(405);
  expect((await fetch(`${gateway.url}/webhooks/other`)).status).toBe(404);
  // a path that no service has is no failure of a service
  for (const path of ["/media/", "/media/a/b", "/media/pictures/", "/media/pictures/a/b"]) {
    expect((await fetch(gateway.url + path)).status).toBe(404);
  }
  for (const { received } of Object.values(gateway.services)) expect(received).toEqual([]);
});

test("answers a JSON error within the timeout when a service hangs or is down", async () => {
  gateway.services.content.answer = () => undefined;
  const started = performance.now();
  const hung = await fetch(`${gateway.url}/media/abc`);
  expect(hung.status).toBe(504);
  expect(await hung.json()).toMatchObject({ code: "UPSTREAM_TIMEOUT" });
  // without a second attempt
  expect(performance.now() - started).toBeLessThan(8_000);

  await gateway.services.content.close();
  const gone = await fetch(`${gateway.url}/media/abc`);
  expect(gone.status).toBe(503);
  expect(await gone.json()).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});
