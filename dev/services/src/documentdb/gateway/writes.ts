import type { Document } from "bson";
import { decode, encode } from "./bson-document.ts";
import { randomDelay, type Connections } from "./connections.ts";
import { codeOfPacked, duplicateKey } from "./mongo-error.ts";
import { collectionOf, parseRequest, type Request } from "./request.ts";

const maxUpsertRetries = 10;

/** Handles insert, update and delete. Returns the engine's bytes unchanged when there is no write error. */
export async function write(
  connections: Connections,
  request: Request,
  attempts = 0,
): Promise<Buffer | Document> {
  const sql = `SELECT p_result::bytea AS r FROM documentdb_api.${request.name}($1, $2::bytea, NULL)`;
  const reply = await connections.run(request, async (client) => {
    const { rows } = await client.query<{ r: Buffer }>(sql, [request.database, request.forEngine]);
    return rows[0]?.r ?? Buffer.alloc(0);
  });
  if (!reply.includes("writeErrors")) return reply;

  const decoded = decode(reply);
  const errors: Document[] = decoded["writeErrors"] ?? [];
  for (const error of errors) {
    error["code"] = codeOfPacked(Number(error["code"]));
    if (error["code"] === duplicateKey) await describeDuplicate(connections, request, error);
  }
  const [only] = errors;
  if (
    request.name === "update" &&
    errors.length === 1 &&
    only &&
    mayUpsertAgain(request, only) &&
    attempts < maxUpsertRetries
  ) {
    await randomDelay();
    return write(connections, request, attempts + 1);
  }
  return decoded;
}

/** Adds the index to a duplicate-key error, as MongoDB does. */
export async function describeDuplicate(
  connections: Connections,
  request: Request,
  error: Document,
): Promise<void> {
  const name = /Index '?([^']+?)'?$/.exec(error["errmsg"] ?? "")?.[1];
  const index = name && (await indexOf(connections, request, name));
  if (!index) return;
  error["keyPattern"] = index["key"];
  const collection = `${request.database}.${collectionOf(request)}`;
  error["errmsg"] = `E11000 duplicate key error collection: ${collection} index: ${name}`;
}

async function indexOf(
  connections: Connections,
  request: Request,
  name: string,
): Promise<Document | undefined> {
  const { database } = request;
  const command = { listIndexes: collectionOf(request), $db: database };
  const sql =
    "SELECT cursorpage::bytea AS r FROM documentdb_api.list_indexes_cursor_first_page($1, $2::bytea, 0)";
  const listing = parseRequest(encode(command));
  const page = await connections
    .run(listing, (client) => client.query<{ r: Buffer }>(sql, [database, listing.forEngine]))
    .catch(() => undefined); // Keep the error without these details.
  const [row] = page?.rows ?? [];
  const indexes: Document[] = row ? decode(row.r)["cursor"]?.firstBatch : [];
  return indexes.find((index) => index["name"] === name);
}

/**
 * Of two racing upserts of one new unique key, one fails; a retry would find the document of the other. Like MongoDB,
 * retry when the query requires equality on all fields of the violated index and the command has no other update.
 */
function mayUpsertAgain(request: Request, error: Document): boolean {
  if (error["code"] !== duplicateKey) return false;
  const updates: Document[] = decode(request.forEngine)["updates"];
  const [update] = updates;
  return (
    updates.length === 1 &&
    Boolean(update?.["upsert"]) &&
    matchesWholeKey(update?.["q"], error["keyPattern"])
  );
}

export function matchesWholeKey(
  query: Document | undefined,
  keyPattern: Document | undefined,
): boolean {
  if (!query || !keyPattern) return false;
  return Object.keys(keyPattern).every((field) => field in query && isPlain(query[field]));
}

const isPlain = (value: unknown): boolean =>
  value === null || typeof value !== "object" || "_bsontype" in value || value instanceof Date;
