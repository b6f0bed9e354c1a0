import type { Document } from "bson";
import { decode } from "./bson-document.ts";
import type { Connections } from "./connections.ts";
import { createCursors } from "./cursors.ts";
import { handshakeCommands } from "./handshake.ts";
import { codeOfPacked, MongoError } from "./mongo-error.ts";
import { collectionOf, type Request } from "./request.ts";

/** Handles one command. Returns a document, or the bytes that the engine returned. */
export type Command = (request: Request) => Promise<Buffer | Document> | Buffer | Document;

/** Maps MongoDB's commands to SQL functions of DocumentDB (schemas documentdb_api and documentdb_api_internal). */
export function createCommands(connections: Connections): Readonly<Record<string, Command>> {
  const cursors = createCursors(connections);

  /** Calls a function that returns BSON in column `r`. In text mode: `pg` decodes binary results as UTF-8. */
  const call = async (request: Request, sql: string, values: unknown[]): Promise<Buffer> =>
    (await connections.row<{ r: Buffer }>(request, sql, values)).r;
  /** A function of the engine that takes database and command, and the column with its result. */
  const engine =
    (name: string, column = name): Command =>
    (request) => {
      const sql = `SELECT ${column}::bytea AS r FROM documentdb_api.${name}($1, $2::bytea)`;
      return call(request, sql, [request.database, request.forEngine]);
    };
  const statement = async (request: Request, sql: string, values: unknown[]): Promise<Document> => {
    await connections.row(request, sql, values);
    return { ok: 1 };
  };
  /** Returns the engine's bytes unchanged when there is no write error. */
  const write: Command = async (request) => {
    const sql = `SELECT p_result::bytea AS r FROM documentdb_api.${request.name}($1, $2::bytea, NULL)`;
    const reply = await call(request, sql, [request.database, request.forEngine]);
    if (!reply.includes("writeErrors")) return reply;
    const decoded = decode(reply);
    const errors: Document[] = decoded["writeErrors"] ?? [];
    for (const error of errors) error["code"] = codeOfPacked(error["code"]);
    return decoded;
  };

  return {
    ...handshakeCommands,
    ping: (request) => statement(request, "SELECT 1", []),
    insert: write,
    update: write,
    delete: write,
    findAndModify: engine("find_and_modify", "p_result"),
    find: (request) => cursors.first(request, "find"),
    aggregate: (request) => cursors.first(request, "aggregate"),
    listCollections: (request) => cursors.first(request, "list_collections"),
    listIndexes: (request) => cursors.first(request, "list_indexes"),
    getMore: (request) => cursors.more(request),
    killCursors: (request) => cursors.kill(request),
    count: engine("count_query", "document"),
    distinct: engine("distinct_query", "document"),
    listDatabases: (request) =>
      call(
        request,
        "SELECT list_databases::bytea AS r FROM documentdb_api.list_databases($1::bytea)",
        [request.forEngine],
      ),
    create: engine("create_collection_view"),
    createIndexes: async (request) => {
      const sql = `SELECT create_indexes_non_concurrently::bytea AS r
        FROM documentdb_api_internal.create_indexes_non_concurrently($1, $2::bytea, true)`;
      const reply = decode(await call(request, sql, [request.database, request.forEngine]));
      const shard = reply["raw"]?.defaultShard ?? reply;
      if (shard.code)
        throw new MongoError(codeOfPacked(Number(shard.code)), "IndexError", shard.errmsg);
      return { ...shard, ok: 1 };
    },
    dropIndexes: async (request) => {
      const sql = "CALL documentdb_api.drop_indexes($1, $2::bytea, NULL)";
      const { retval: reply } = await connections.row<{ retval: Buffer | string }>(request, sql, [
        request.database,
        request.forEngine,
      ]);
      return Buffer.isBuffer(reply) ? reply : Buffer.from(reply.replace(/^BSONHEX/, ""), "hex");
    },
    collMod: (request) =>
      call(request, "SELECT coll_mod::bytea AS r FROM documentdb_api.coll_mod($1, $2, $3::bytea)", [
        request.database,
        collectionOf(request),
        request.forEngine,
      ]),
    drop: (request) =>
      statement(request, "SELECT documentdb_api.drop_collection($1, $2)", [
        request.database,
        collectionOf(request),
      ]),
    dropDatabase: async (request) => ({
      ...(await statement(request, "SELECT documentdb_api.drop_database($1)", [request.database])),
      dropped: request.database,
    }),
  };
}
