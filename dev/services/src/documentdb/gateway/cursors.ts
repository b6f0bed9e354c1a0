import type { Document } from "bson";
import type { Connections } from "./connections.ts";
import { MongoError } from "./mongo-error.ts";
import type { Request } from "./request.ts";

interface Page {
  readonly cursorpage: Buffer;
  readonly continuation: Buffer | null;
  readonly cursorid: string;
}

/** As in MongoDB: idle cursors are closed after 10 minutes. */
const idleLimitMs = 600_000;

export type FirstPage = "find" | "aggregate" | "list_collections" | "list_indexes";

export function createCursors(connections: Connections) {
  const open = new Map<string, { continuation: Buffer; usedAt: number }>();
  const sweep = setInterval(() => {
    for (const [id, { usedAt }] of open) if (usedAt < Date.now() - idleLimitMs) open.delete(id);
  }, 60_000);
  sweep.unref();

  return {
    async first(request: Request, kind: FirstPage): Promise<Buffer> {
      const sql = `SELECT cursorpage::bytea, continuation::bytea, cursorid::text
        FROM documentdb_api.${kind}_cursor_first_page($1, $2::bytea, 0)`;
      const page = await connections.run(request, async (client) => {
        const { rows } = await client.query<Page>(sql, [request.database, request.forEngine]);
        return rows[0];
      });
      if (!page) throw new MongoError(1, "InternalError", "the engine returned no row");
      if (page.continuation && page.cursorid !== "0") {
        open.set(page.cursorid, { continuation: page.continuation, usedAt: Date.now() });
      }
      return page.cursorpage;
    },

    async more(request: Request): Promise<Buffer> {
      const id = String(request.fields["getMore"]);
      const cursor = open.get(id);
      if (!cursor) throw new MongoError(43, "CursorNotFound", `cursor id ${id} not found`);
      const sql = `SELECT cursorpage::bytea, continuation::bytea
        FROM documentdb_api.cursor_get_more($1, $2::bytea, $3::bytea)`;
      const page = await connections.run(request, async (client) => {
        const { rows } = await client.query<Pick<Page, "cursorpage" | "continuation">>(sql, [
          request.database,
          request.forEngine,
          cursor.continuation,
        ]);
        return rows[0];
      });
      if (!page) throw new MongoError(1, "InternalError", "the engine returned no row");
      if (page.continuation) {
        cursor.continuation = page.continuation;
        cursor.usedAt = Date.now();
      } else {
        open.delete(id);
      }
      return page.cursorpage;
    },

    kill(request: Request): Document {
      const ids: unknown[] = request.fields["cursors"];
      for (const id of ids) open.delete(String(id));
      return {
        cursorsKilled: ids,
        cursorsNotFound: [],
        cursorsAlive: [],
        cursorsUnknown: [],
        ok: 1,
      };
    },
  };
}
