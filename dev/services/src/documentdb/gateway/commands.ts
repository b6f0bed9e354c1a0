import type { Document } from "bson";
import { decode } from "./bson-document.ts";
import type { Connections } from "./connections.ts";
import { createCursors } from "./cursors.ts";
import { handshakeCommands } from "./handshake.ts";
import { codeOfPacked, MongoError } from "./mongo-error.ts";
import { collectionOf, type Request } from "./request.ts";
import { write } from "./writes.ts";

/** Handles one command. Returns a document, or the bytes that the engine returned. */
export type Command = (request: Request) => Promise<Buffer | Document> | Buffer | Document;

/** Maps MongoDB's commands to SQL functions of DocumentDB (schemas documentdb_api and documentdb_api_internal). */
export function createCommands(connections: Connections): Readonly<Record<string, Command>> {
  const cursors = createCursors(connections);

  /** Calls a function that returns BSON in column `r`. In text mode: `pg` decodes binary results as UTF-8. */
  const call = (request: Request, sql: string, values: readonly unknown[]): Promise<Buffer> =>
    connections.run(request, async (client) => {
      const { rows } = await client.query<{ r: Buffer }>(sql, [...values]);
      return rows[0]?.r ?? Buffer.alloc(0);
    });
  const engine =
    (sql: string): Command =>
    (request) =>
      call(request, sql, [request.database, request.forEngine]);
  const statement = async (
    request: Request,
    sql: string,
    values: readonly unknown[],
  ): Promise<Document> => {
    await connections.run(request, (client) => client.query(sql, [...values]));
    return { ok: 1 };
  };

  return {
    ...handshakeCommands,
    ping: (request) => statement(request, "SELECT 1", []),
    insert: (request) => write(connections, request),
    update: (request) => write(connections, request),
    delete: (request) => write(connections, request),
    findAndModify: engine(
      "SELECT p_result::bytea AS r FROM documentdb_api.find_and_modify($1, $2::bytea)",
    ),
    find: (request) => cursors.first(request, "find"),
    aggregate: (request) => cursors.first(request, "aggregate"),
    listCollections: (request) => cursors.first(request, "list_collections"),
    listIndexes: (request) => cursors.first(request, "list_indexes"),
    getMore: (request) => cursors.more(request),
    killCursors: (request) => cursors.kill(request),
    count: engine("SELECT document::bytea AS r FROM documentdb_api.count_query($1, $2::bytea)"),
    distinct: engine(
      "SELECT document::bytea AS r FROM documentdb_api.distinct_query($1, $2::bytea)",
    ),
    listDatabases: (request) =>
      call(
        request,
        "SELECT list_databases::bytea AS r FROM documentdb_api.list_databases($1::bytea)",
        [request.forEngine],
      ),
    create: engine(
      "SELECT create_collection_view::bytea AS r FROM documentdb_api.create_collection_view($1, $2::bytea)",
    ),
    createIndexes: async (request) => {
      const sql = `SELECT create_indexes_non_concurrently::bytea AS r
        FROM documentdb_api_internal.create_indexes_non_concurrently($1, $2::bytea, true)`;
      const reply = decode(await call(request, sql, [request.database, request.forEngine]));
      const shard = reply["raw"]?.defaultShard ?? reply;
      if (shard.code)
        throw new MongoError(codeOfPacked(Number(shard.code)), "IndexError", shard.errmsg);
      return { ...shard, ok: 1 };
    },
    dropIndexes: (request) =>
      connections.run(request, async (client) => {
        const sql = "CALL documentdb_api.drop_indexes($1, $2::bytea, NULL)";
        const { rows } = await client.query<{ retval: Buffer | string }>(sql, [
          request.database,
          request.forEngine,
        ]);
        const reply = rows[0]?.retval ?? "";
        return Buffer.isBuffer(reply) ? reply : Buffer.from(reply.replace(/^BSONHEX/, ""), "hex");
      }),
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
