import { randomUUID } from "node:crypto";
import { createLogger } from "@matinale/kit";
import { connectMongo } from "@matinale/kit/mongo";
import { kafkaClient } from "@matinale/bus";
import { topics } from "@matinale/contracts";
import { Redis } from "ioredis";
import { runningStack } from "./running-stack.ts";

/** A document, record or value as text, and the collection, topic or store that holds it. */
export interface Found {
  place: string;
  text: string;
}

/** Reads the stores and topics of the running stack directly, without its services. */
export async function openStores() {
  const { backing } = runningStack();
  const mongo = await connectMongo({
    MONGODB_URI: backing.mongodb.url,
    MONGODB_DATABASE: "matinale_identity",
  });
  const redis = new Redis(backing.redis.url);
  const records = await readTopics(backing.kafka.url);

  const documents = async (): Promise<Found[]> => {
    const client = mongo.getClient();
    const { databases } = await client.db().admin().listDatabases();
    const found: Found[] = [];
    for (const { name } of databases.filter((each) => each.name.startsWith("matinale_"))) {
      for (const { name: collection } of await client.db(name).listCollections().toArray()) {
        const all = await client.db(name).collection(collection).find({}).toArray();
        const place = `${name}.${collection}`;
        found.push(...all.map((each) => ({ place, text: JSON.stringify(each) })));
      }
    }
    return found;
  };

  const keys = async (): Promise<Found[]> => {
    const names = await redis.keys("*");
    return Promise.all(
      names.map(async (name) => ({
        place: "redis",
        text: `${name} ${await valueOf(redis, name)}`,
      })),
    );
  };

  return {
    /** Everything in MongoDB, Redis and Kafka that contains one of these words. */
    placesOf: async (...words: string[]): Promise<Found[]> => {
      const stored = [...(await documents()), ...(await keys()), ...records.all()];
      return stored.filter(({ text }) => words.some((word) => text.includes(word)));
    },
    userIdOf: async (email: string): Promise<string> => {
      const users = mongo.getClient().db("matinale_identity").collection<{ _id: string }>("users");
      return (await users.findOne({ email }))?._id ?? "";
    },
    /** The last record with this key in each compacted topic: "value", "tombstone" or "none". */
    lastRecords: records.lastRecords,
    close: async () => {
      await records.close();
      redis.disconnect();
      await mongo.close();
    },
  };
}

async function valueOf(redis: Redis, key: string): Promise<string> {
  switch (await redis.type(key)) {
    case "string":
      return (await redis.get(key)) ?? "";
    case "hash":
      return JSON.stringify(await redis.hgetall(key));
    case "set":
      return JSON.stringify(await redis.smembers(key));
    case "zset":
      return JSON.stringify(await redis.zrange(key, "0", "-1"));
    default:
      return "";
  }
}

/** Consumes every topic from its beginning, until closed. */
async function readTopics(url: string) {
  const logger = createLogger({ service: "e2e", level: "error" });
  const kafka = kafkaClient({ KAFKA_BROKERS: url.split(",") }, { service: "e2e", logger });
  const consumer = kafka.consumer({ groupId: `e2e.${randomUUID()}` });
  const seen: Found[] = [];
  const last = new Map<string, "value" | "tombstone">();
  const names = Object.keys(topics);
  await consumer.connect();
  await consumer.subscribe({ topics: names, fromBeginning: true });
  await consumer.run({
    eachMessage: ({ topic, message: { key, value } }) => {
      const id = key?.toString() ?? "";
      seen.push({ place: topic, text: `${id} ${value?.toString("latin1") ?? ""}` });
      last.set(`${topic} ${id}`, value === null ? "tombstone" : "value");
      return Promise.resolve();
    },
  });
  return {
    all: () => seen,
    lastRecords: (id: string) =>
      ["user.changed", "preferences.changed", "subscription.changed"].map(
        (topic) => last.get(`${topic} ${id}`) ?? "none",
      ),
    close: () => consumer.disconnect(),
  };
}
