import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** A last resort also forgets machine code: after it everything is slow again for a second or two. */
type Flavor = "regular" | "last-resort";
type Collect = (options: { type: "major"; flavor: Flavor; execution: "sync" }) => void;

/**
 * Gives back what nobody refers to: V8 would keep it until memory is short, which in a small service is
 * never. Takes up to a tenth of a second, in which nothing else happens.
 */
export function tidyHeap(flavor: Flavor = "regular"): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as Collect;
  setFlagsFromString("--no-expose-gc");
  collect({ type: "major", flavor, execution: "sync" });
}

const lookEveryMs = 2_000;
/** Less than this is not worth a pause. Bytes. */
const worthIt = 4 * 2 ** 20;
/** A process that uses less of a core than this has a moment. */
const quietShare = 0.05;
/** What stops for less than this goes on soon. Looks. */
const quietLooks = 15;

/** Tidies now, and whenever a busy time has been over for half a minute and has left much behind. */
export function keepHeapTidy(): void {
  tidyHeap("last-resort");
  let kept = process.memoryUsage.rss();
  let used = process.cpuUsage();
  let quiet = 0;
  const look = () => {
    const { user, system } = process.cpuUsage(used);
    used = process.cpuUsage();
    quiet = user + system > lookEveryMs * 1_000 * quietShare ? 0 : quiet + 1;
    if (quiet < quietLooks || process.memoryUsage.rss() < kept + worthIt) return;
    tidyHeap();
    kept = process.memoryUsage.rss();
    used = process.cpuUsage();
  };
  setInterval(look, lookEveryMs).unref();
}
