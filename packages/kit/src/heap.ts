import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (options: { type: "major"; flavor: "last-resort"; execution: "sync" }) => void;

/**
 * Gives back what nobody refers to: V8 would keep it until memory is short, which in a small service is
 * never. Takes a tenth of a second, in which nothing else happens.
 */
export function tidyHeap(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as Collect;
  setFlagsFromString("--no-expose-gc");
  collect({ type: "major", flavor: "last-resort", execution: "sync" });
}

const lookEveryMs = 2_000;
/** Less than this is not worth a pause. Bytes. */
const worthIt = 32 * 2 ** 20;
/** A process that uses less of a core than this has a moment. */
const quietShare = 0.05;

/** Tidies now, and whenever a busy time is over that has left much behind. */
export function keepHeapTidy(): void {
  tidyHeap();
  let kept = process.memoryUsage.rss();
  let used = process.cpuUsage();
  const look = () => {
    const { user, system } = process.cpuUsage(used);
    used = process.cpuUsage();
    if (user + system > lookEveryMs * 1_000 * quietShare) return;
    if (process.memoryUsage.rss() < kept + worthIt) return;
    tidyHeap();
    kept = process.memoryUsage.rss();
    used = process.cpuUsage();
  };
  setInterval(look, lookEveryMs).unref();
}
