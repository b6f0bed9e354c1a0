import { cpus } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

const intervalMs = 5_000;

const times = () => {
  const all = cpus().map(({ times }) => times);
  const sum = (name: keyof (typeof all)[number]) =>
    all.reduce((total, each) => total + each[name], 0);
  const idle = sum("idle");
  return { idle, total: idle + sum("user") + sum("nice") + sum("sys") + sum("irq") };
};

/** The share of five seconds, from 0 to 1, in which the processors of this machine do nothing. */
export async function idleShare(): Promise<number> {
  const before = times();
  await pause(intervalMs);
  const after = times();
  return (after.idle - before.idle) / (after.total - before.total);
}
