import { afterAll, vi } from "vitest";

/** vi.waitFor gives up after one second, too soon on a busy machine. Vitest has no setting for this default. */
const waitForTimeoutMs = 10_000;
const { waitFor } = vi;
vi.waitFor = (condition, options = waitForTimeoutMs) => waitFor(condition, options);
// The files of unit tests share one process, and this file runs before each.
afterAll(() => {
  vi.waitFor = waitFor;
});
