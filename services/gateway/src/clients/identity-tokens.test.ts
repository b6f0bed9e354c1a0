import { setTimeout as pause } from "node:timers/promises";
import { asUserId } from "@matinale/contracts";
import { verifyIdentity } from "@matinale/kit";
import { testSecret } from "@matinale/kit/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { createIdentityTokens } from "./identity-tokens.ts";

test("reuses a token while it is valid, and signs a new one after the clock was set forward", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const tokens = createIdentityTokens(testSecret);
  const token = async () => {
    // the cache reads the clock at most once in a millisecond
    await pause(5);
    return tokens(asUserId("ada"), "identity");
  };
  const first = await token();
  vi.setSystemTime(Date.now() + 29_000);
  expect(await token()).toBe(first);
  // as after a machine was suspended: only the clock of the day moves
  vi.setSystemTime(Date.now() + 120_000);
  const claim = await verifyIdentity(await token(), { audience: "identity", secret: testSecret });
  expect(claim).toEqual({ subject: "ada" });
});
