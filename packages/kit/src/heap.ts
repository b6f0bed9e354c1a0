import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** "last-resort" also discards compiled code: for a second or two after it everything is slow. */
type Flavor = "regular" | "last-resort";
type Collect = (options: { type: "major"; flavor: Flavor; execution: "sync" }) => void;

/**
 * Frees memory that is not referenced any more: V8 does it when memory is short, which in a small service
 * never happens. Blocks the process for up to a tenth of a second.
 */
export function collectGarbage(flavor: Flavor = "regular"): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as Collect;
  setFlagsFromString("--no-expose-gc");
  collect({ type: "major", flavor, execution: "sync" });
}

const checkEveryMs = 2_000;
/** Growth of the process below which a collection is not worth its pause. Bytes. */
const minGrowth = 4 * 2 ** 20;
/** A process that uses a smaller share of a core is idle. */
const idleShare = 0.05;
/** Half a minute: a shorter idle time is often only a gap between two busy ones. */
const minIdleChecks = 15;

/** Collects now, and each time the process has grown and then was idle for half a minute. */
export function collectGarbageWhenIdle(): void {
  collectGarbage("last-resort");
  let bytesAfter = process.memoryUsage.rss();
  let used = process.cpuUsage();
  let idleChecks = 0;
  const check = () => {
    const { user, system } = process.cpuUsage(used);
    used = process.cpuUsage();
    idleChecks = user + system > checkEveryMs * 1_000 * idleShare ? 0 : idleChecks + 1;
    if (idleChecks < minIdleChecks || process.memoryUsage.rss() < bytesAfter + minGrowth) return;
    collectGarbage();
    bytesAfter = process.memoryUsage.rss();
    used = process.cpuUsage();
  };
  setInterval(check, checkEveryMs).unref();
}
