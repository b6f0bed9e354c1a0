import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The parts of a .cpuprofile that are used here (https://chromedevtools.github.io/devtools-protocol/tot/Profiler/). */
interface CpuProfile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    children?: number[];
  }[];
  /** Microseconds of the monotonic clock. */
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

/** Microseconds of the clock that profiles use. */
export const clockMicros = (): number => Number(process.hrtime.bigint() / 1_000n);

/** Arguments with which Node writes a CPU profile when it exits. */
export const profileInto = (folder: string): string[] => [
  "--cpu-prof",
  `--cpu-prof-dir=${folder}`,
  "--cpu-prof-interval=500",
];

const placeOf = (url: string): string => {
  const library = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (library !== undefined) return library;
  const ours = /(?:services|packages)\/[^/]+\/src\/.*/.exec(url)?.[0];
  return ours ?? (url.startsWith("node:") ? url : "node");
};

const idle = new Set(["(idle)", "(program)", "(root)"]);

/** Where the processor was between two instants: by library or file, and by function, in microseconds. */
export function readProfile(folder: string, from: number, until: number) {
  const name = readdirSync(folder).find((each) => each.endsWith(".cpuprofile")) ?? "";
  const profile = JSON.parse(readFileSync(join(folder, name), "utf8")) as CpuProfile;
  const byId = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
  const places = new Map<string, number>();
  const functions = new Map<string, number>();
  const add = (to: Map<string, number>, key: string, micros: number) =>
    to.set(key, (to.get(key) ?? 0) + micros);
  let at = profile.startTime;
  for (const [index, sample] of profile.samples.entries()) {
    const delta = profile.timeDeltas[index] ?? 0;
    at += delta;
    const frame = byId.get(sample);
    if (at < from || at > until || frame === undefined || idle.has(frame.functionName)) continue;
    const place = frame.url === "" ? frame.functionName : placeOf(frame.url);
    add(places, place, delta);
    add(
      functions,
      `${frame.functionName || "(anonymous)"} ${place}:${frame.lineNumber + 1}`,
      delta,
    );
  }
  const top = (all: Map<string, number>) =>
    [...all]
      .toSorted(([, one], [, other]) => other - one)
      .map(([what, micros]) => ({ what, micros }));
  return { places: top(places), functions: top(functions) };
}
