/** For tests: a relay in a process of its own. `node relay-process.ts '{"kafka":…,"database":…}'` */
import { createLogger, ensureIndexes, kafkaEnv, mongoEnv } from "@matinale/kit";
import { z } from "zod";
import { createBus } from "../index.ts";
import { peopleAndCopies } from "./people-and-copies.ts";

const config = z.object({ ...kafkaEnv, ...mongoEnv }).parse(process.env);
const logger = createLogger({ service: "relay-process", level: "fatal" });
const { connection, people } = await peopleAndCopies(config);
await ensureIndexes(connection);
const bus = createBus(config, { service: "test", logger });
const relay = bus.relay([people]);
await relay.start();
process.stdout.write("started\n");
process.once("SIGTERM", () => {
  void relay
    .stop()
    .then(() => bus.close())
    .then(() => connection.close());
});
