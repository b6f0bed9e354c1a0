import { once } from "node:events";
import express from "express";
import { runService } from "../lifecycle.ts";
import { createLogger } from "../logger.ts";

/** A service that is not up until something comes in on its standard input; it says what happens to it. */
const say = (words: string): void => void process.stdout.write(`${words}\n`);
process.on("SIGTERM", () => say("told to go"));

await runService({
  name: "slow",
  logger: createLogger({ service: "slow", level: "fatal" }),
  config: { HOST: "127.0.0.1", PORT: 0, METRICS_PORT: 0 },
  app: express(),
  relay: {
    start: async () => {
      say("relay is starting");
      await once(process.stdin, "data");
      say("relay has started");
    },
    stop: async () => say("relay has stopped"),
  },
});
