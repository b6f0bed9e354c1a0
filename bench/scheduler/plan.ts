import type { Connection } from "mongoose";

/** A node of MongoDB's plan (https://www.mongodb.com/docs/manual/reference/explain-results/). */
interface Node {
  [key: string]: unknown;
}

function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (typeof value !== "object" || value === null) return [];
  return [value as Node, ...Object.values(value).flatMap(nodesOf)];
}

/** How the database finds due subscribers: by an index, or by a scan of the collection. */
export async function howDueAreFound(
  connection: Connection,
  now: Date,
): Promise<{ byIndex: boolean; by: string }> {
  const plan: unknown = await connection
    .collection("subscribers")
    .find({ nextDueAt: { $lte: now } })
    .sort({ nextDueAt: 1 })
    .limit(500)
    .explain("executionStats");
  const nodes = nodesOf(plan);
  const steps = new Set(nodes.map((node) => node["stage"]));
  const index = nodes.map((node) => node["indexName"]).find(Boolean);
  return steps.has("COLLSCAN") || index === undefined
    ? { byIndex: false, by: "a collection scan" }
    : { byIndex: true, by: `the index ${String(index)}` };
}
