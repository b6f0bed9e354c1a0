// node bench/sizes/main.ts: sizes of the records and documents of a running stack, and the memory of its processes
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { kafkaClient } from "@matinale/bus";
import { topicNames } from "@matinale/contracts";
import { connectMongo, createLogger } from "@matinale/kit";
import { calculateObjectSize } from "bson";

interface StackFile {
  services: { name: string; metricsUrl: string }[];
  backing: Record<"kafka" | "mongodb", { url: string }>;
}

const stackFile =
  process.argv[2] ?? fileURLToPath(new URL("../../.run/stack.json", import.meta.url));
const stack = JSON.parse(await readFile(stackFile, "utf8")) as StackFile;
const say = (...cells: (string | number)[]): void => {
  const [first = "", ...rest] = cells.map(String);
  process.stdout.write(`${first.padEnd(36)}${rest.map((each) => each.padStart(12)).join("")}\n`);
};
const mean = (sizes: readonly number[]): number =>
  Math.round(sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length));

/** Bytes of a record as Kafka stores it before compression: key, value and headers. */
async function records(): Promise<Map<string, number[]>> {
  const logger = createLogger({ service: "sizes", level: "error" });
  const kafka = kafkaClient(
    { KAFKA_BROKERS: stack.backing.kafka.url.split(",") },
    { service: "sizes", logger },
  );
  const admin = kafka.admin();
  await admin.connect();
  const wanted = new Map<string, number>();
  for (const topic of topicNames) {
    for (const { partition, high, low } of await admin.fetchTopicOffsets(topic)) {
      if (Number(high) > Number(low)) wanted.set(`${topic}/${partition}`, Number(high));
    }
  }
  const sizes = new Map(topicNames.map((topic): [string, number[]] => [topic, []]));
  const groupId = `sizes.${randomUUID()}`;
  const consumer = kafka.consumer({ groupId });
  await consumer.connect();
  await consumer.subscribe({ topics: [...topicNames], fromBeginning: true });
  await new Promise<void>((resolve) => {
    if (wanted.size === 0) resolve();
    void consumer.run({
      eachMessage: async ({ topic, partition, message: { key, value, headers, offset } }) => {
        const headerBytes = Object.entries(headers ?? {}).reduce(
          (sum, [name, each]) => sum + name.length + String(each).length,
          0,
        );
        sizes.get(topic)?.push((key?.length ?? 0) + (value?.length ?? 0) + headerBytes);
        const place = `${topic}/${partition}`;
        if (Number(offset) + 1 >= (wanted.get(place) ?? 0)) wanted.delete(place);
        if (wanted.size === 0) resolve();
      },
    });
  });
  await consumer.disconnect();
  await admin.deleteGroups([groupId]).catch(() => undefined);
  await admin.disconnect();
  return sizes;
}

say("record", "count", "bytes");
for (const [topic, sizes] of await records()) say(topic, sizes.length, mean(sizes));

const mongo = await connectMongo({
  MONGODB_URI: stack.backing.mongodb.url,
  MONGODB_DATABASE: "matinale_delivery",
});
const client = mongo.getClient();
say("\ndocument", "count", "bytes");
const { databases } = await client.db().admin().listDatabases();
for (const { name } of databases.filter((each) => each.name.startsWith("matinale_"))) {
  for (const collection of await client.db(name).listCollections().toArray()) {
    const documents = await client.db(name).collection(collection.name).find({}).toArray();
    const sizes = documents.map((document) => calculateObjectSize(document));
    say(`${name}.${collection.name}`, sizes.length, mean(sizes));
  }
}
await mongo.close();

say("\nprocess", "MiB", "CPU s");
for (const { name, metricsUrl } of stack.services) {
  const text = await (await fetch(metricsUrl)).text();
  const value = (metric: string) =>
    Number(new RegExp(`^${metric} (\\S+)`, "m").exec(text)?.[1] ?? 0);
  const mebibytes = Math.round(value("process_resident_memory_bytes") / 2 ** 20);
  say(name, mebibytes, value("process_cpu_seconds_total").toFixed(1));
}
