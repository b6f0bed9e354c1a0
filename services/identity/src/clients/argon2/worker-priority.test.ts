import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { createPasswords } from "./passwords.ts";

test.runIf(process.platform === "linux")(
  "lowers the priority of libuv's workers and not of the event loop",
  async () => {
    await createPasswords({ atOnce: 1, waiting: 1 });
    const workers = readdirSync("/proc/self/task").filter((id) =>
      readFileSync(`/proc/self/task/${id}/comm`, "utf8").startsWith("libuv-worker"),
    );
    expect(workers.length).toBeGreaterThan(0);
    for (const id of workers) expect(getPriority(Number(id))).toBeGreaterThanOrEqual(10);
    expect(getPriority(process.pid)).toBeLessThan(10);
  },
);
