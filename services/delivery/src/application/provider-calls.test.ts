import { silentLogger } from "@matinale/kit/testing";
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from "vitest";
import { ProviderCalls } from "./provider-calls.ts";

const accepted = { outcome: "accepted", messageId: "wamid.1" } as const;
const refused = (code: number) => ({ outcome: "refused", action: "retry", code }) as const;
let warn: MockInstance<typeof silentLogger.warn>;
beforeEach(() => {
  warn = vi.spyOn(silentLogger, "warn");
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("logs one line a minute with the counts by code while the provider refuses, without personal data", () => {
  const calls = new ProviderCalls();
  calls.count("text", accepted);
  for (const code of [131016, 131016, 131000]) calls.count("text", refused(code));
  calls.count("voice", { outcome: "uncertain" });

  calls.log(silentLogger);

  const notAccepted = { "retry 131016": 2, "retry 131000": 1, uncertain: 1 };
  const message = "provider did not accept all calls of the last minute";
  expect(warn.mock.calls).toEqual([[{ accepted: 1, notAccepted }, message]]);
});

test("logs nothing while all calls are accepted, and begins again at zero", () => {
  const calls = new ProviderCalls();
  calls.count("text", refused(131016));
  calls.log(silentLogger);
  warn.mockClear();
  calls.count("text", accepted);
  calls.log(silentLogger);
  expect(warn).not.toHaveBeenCalled();
});
