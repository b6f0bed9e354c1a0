import { cpus } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

const intervalMs = 5_000;
const idleShare = 0.85;

const times = () => {
  const all = cpus().map(({ times }) => times);
  const sum = (name: keyof (typeof all)[number]) =>
    all.reduce((total, each) => total + each[name], 0);
  const idle = sum("idle");
  return { idle, total: idle + sum("user") + sum("nice") + sum("sys") + sum("irq") };
};

/**
 * Waits until the processors of this machine do nothing for 85 % of five seconds: a stack that has just started
 * composes its first editions.
 *
 * @throws Error  after three minutes
 */
export async function waitUntilIdle(): Promise<void> {
  const deadline = Date.now() + 180_000;
  while (Date.now() < deadline) {
    const before = times();
    await pause(intervalMs);
    const after = times();
    if ((after.idle - before.idle) / (after.total - before.total) >= idleShare) return;
  }
  throw new Error("the machine is busy: timings would say nothing about the page");
}
