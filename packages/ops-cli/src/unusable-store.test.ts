import { expect, test } from "vitest";
import { run } from "./testing/run.ts";

const away = {
  KAFKA_BROKERS: "127.0.0.1:1",
  MONGODB_URI: "mongodb://127.0.0.1:1",
  MONGODB_DATABASE: "matinale_delivery",
};
const kafka =
  "Kafka cannot be used (Connection error: connect ECONNREFUSED 127.0.0.1:1): start it or correct KAFKA_BROKERS; doctor checks it\n";
const mongo =
  "MongoDB cannot be used (connect ECONNREFUSED 127.0.0.1:1): start it or correct MONGODB_URI; doctor checks it\n";

test.each(["dlq-list", "lag"])("%s says in one line that Kafka is away", async (line) => {
  expect(await run(line, away)).toEqual({ code: 1, stdout: "", stderr: kafka });
});

test("timeline says what is missing without MongoDB and Kafka", async () => {
  expect(await run("timeline --user=ada", away)).toEqual({
    code: 1,
    stdout: "",
    stderr: `The digests are missing: ${mongo}The events are missing: ${kafka}`,
  });
});
