import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { createPasswords } from "./passwords.ts";

test.runIf(process.platform === "linux")("hashing stands back, answering does not", async () => {
  await createPasswords({ atOnce: 1, waiting: 1 });
  const workers = readdirSync("/proc/self/task").filter((id) =>
    readFileSync(`/proc/self/task/${id}/comm`, "utf8").startsWith("libuv-worker"),
  );
  expect(workers.length).toBeGreaterThan(0);
  for (const id of workers) expect(getPriority(Number(id))).toBeGreaterThanOrEqual(10);
  expect(getPriority(process.pid)).toBeLessThan(10);
});
