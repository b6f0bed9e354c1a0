import { once } from "node:events";
import express from "express";
import { runService } from "../lifecycle.ts";
import { createLogger } from "../logger.ts";

/** A service whose start waits for its standard input; it prints each step. */
const print = (line: string): void => void process.stdout.write(`${line}\n`);
process.on("SIGTERM", () => print("SIGTERM received"));

await runService({
  name: "slow",
  logger: createLogger({ service: "slow", level: "fatal" }),
  config: { HOST: "127.0.0.1", PORT: 0, METRICS_PORT: 0 },
  app: express(),
  relay: {
    start: async () => {
      print("relay is starting");
      await once(process.stdin, "data");
      print("relay has started");
    },
    stop: async () => print("relay has stopped"),
  },
});
