import type { Connection } from "mongoose";

/** A node of a plan, MongoDB's (https://www.mongodb.com/docs/manual/reference/explain-results/) or PostgreSQL's. */
interface Node {
  [key: string]: unknown;
}

function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (typeof value !== "object" || value === null) return [];
  return [value as Node, ...Object.values(value).flatMap(nodesOf)];
}

/** How the database finds who is due, in its own words: by an index, or by reading everybody. */
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
  const steps = new Set(nodes.map((node) => node["stage"] ?? node["Node Type"]));
  const index = nodes.map((node) => node["indexName"] ?? node["Index Name"]).find(Boolean);
  const everybody = steps.has("COLLSCAN") || steps.has("Seq Scan");
  return everybody || index === undefined
    ? { byIndex: false, by: "reading everybody" }
    : { byIndex: true, by: `the index ${String(index)}` };
}
