import { bareApp, errorHandler, requestContext } from "@matinale/kit";
import { listen, silentLogger, testSecret } from "@matinale/kit/testing";
import { expect, onTestFinished, test } from "vitest";
import { fakeService } from "../testing/fake-service.ts";
import { createIdentityTokens } from "./identity-tokens.ts";
import { createProxy } from "./proxy.ts";
import { closeUpstreams, createUpstreams } from "./upstreams.ts";

const timeoutMs = 1_000;

test("lets a reader pause a response that has begun", async () => {
  const service = await fakeService();
  const app = bareApp();
  app.use(requestContext(silentLogger, { trustIds: false }));
  const { url } = service;
  const urls = {
    IDENTITY_URL: url,
    PREFERENCES_URL: url,
    BILLING_URL: url,
    CONTENT_URL: url,
    DELIVERY_URL: url,
  };
  const upstreams = createUpstreams(urls);
  const stream = { limitBytes: 0 };
  app.use(
    createProxy(
      upstreams,
      createIdentityTokens(testSecret),
    )({
      service: "content",
      timeoutMs,
      stream,
    }),
  );
  app.use(errorHandler(silentLogger));
  const server = await listen(app);
  onTestFinished(async () => {
    await closeUpstreams(upstreams).close();
    await server.close();
    await service.close();
  });

  let finish = () => {};
  service.answer = (_request, res) => {
    res.writeHead(200, { "content-type": "audio/mpeg" }).write("first ");
    finish = () => void res.end("last");
  };
  const started = performance.now();
  const answer = await fetch(`${server.url}/media/abc`);
  await expect.poll(() => performance.now() - started).toBeGreaterThan(2 * timeoutMs);
  finish();
  expect(await answer.text()).toBe("first last");

  service.answer = () => undefined;
  expect((await fetch(`${server.url}/media/abc`)).status).toBe(504);
});
