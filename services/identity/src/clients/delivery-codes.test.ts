import { asUserId } from "@matinale/contracts";
import { listen, testSecret } from "@matinale/kit/testing";
import { expect, onTestFinished, test } from "vitest";
import { deliveryCodes } from "./delivery-codes.ts";

test("sends only user and code in the body: the delivery service of the version before refuses other fields", async () => {
  const calls: { url: string | undefined; body: string }[] = [];
  const server = await listen(async (req, res) => {
    calls.push({ url: req.url, body: Buffer.concat(await req.toArray()).toString() });
    res.end(JSON.stringify({ sent: true }));
  });
  onTestFinished(() => server.close());
  const codes = deliveryCodes({ DELIVERY_URL: server.url, INTERNAL_TOKEN_SECRET: testSecret });
  const userId = asUserId("ada");
  expect(await codes.send(userId, "042137", { hasVerifiedEmail: true })).toBe(true);
  expect(calls).toEqual([
    {
      url: "/internal/reset-codes?hasVerifiedEmail=true",
      body: JSON.stringify({ userId, code: "042137" }),
    },
  ]);
});
