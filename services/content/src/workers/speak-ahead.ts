import { ticker, type Worker } from "@matinale/kit";
import { speakAhead, type SpeakingAhead } from "../application/speak-ahead.ts";

const everyMs = 5 * 60_000;

/** Speaks the stories of the next hour's editions, one process at a time, under the singleton lease "speak-ahead". */
export const speakAheadWorker = (deps: SpeakingAhead): Worker =>
  ticker({
    name: "speak-ahead",
    everyMs,
    logger: deps.logger,
    run: (signal) => speakAhead(deps, signal),
  });
