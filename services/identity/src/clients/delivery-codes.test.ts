import { json } from "node:stream/consumers";
import { asUserId } from "@matinale/contracts";
import { listen, testSecret } from "@matinale/kit/testing";
import { expect, onTestFinished, test } from "vitest";
import { deliveryCodes } from "./delivery-codes.ts";

test("sends the user, the code and whether a link can be mailed instead", async () => {
  const calls: { url: string | undefined; body: unknown }[] = [];
  const server = await listen(async (req, res) => {
    calls.push({ url: req.url, body: await json(req) });
    res.end(JSON.stringify({ sent: true }));
  });
  onTestFinished(() => server.close());
  const send = deliveryCodes({ DELIVERY_URL: server.url, INTERNAL_TOKEN_SECRET: testSecret });
  const userId = asUserId("ada");
  expect(await send(userId, "042137", { hasVerifiedEmail: true })).toBe(true);
  const body = { userId, code: "042137", hasVerifiedEmail: true };
  expect(calls).toEqual([{ url: "/internal/reset-codes", body }]);
});
