import { afterAll, beforeAll } from "vitest";

/** Starts something before the tests of a file or `describe`, gives it to `assign`, and stops it after them. */
export function startForTests<T extends { stop(): Promise<unknown> }>(
  start: () => Promise<T>,
  assign: (started: T) => void,
): void {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
    assign(started);
  });
  afterAll(() => started?.stop());
}
