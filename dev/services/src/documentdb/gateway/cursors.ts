import type { Document } from "bson";
import type { Connections } from "./connections.ts";
import { MongoError } from "./mongo-error.ts";
import type { Request } from "./request.ts";

interface Page {
  readonly cursorpage: Buffer;
  readonly continuation: Buffer | null;
}

type FirstPage = "find" | "aggregate" | "list_collections" | "list_indexes";

export function createCursors(connections: Connections) {
  /** Where each cursor continues, by its id. */
  const open = new Map<string, Buffer>();

  return {
    async first(request: Request, kind: FirstPage): Promise<Buffer> {
      const sql = `SELECT cursorpage::bytea, continuation::bytea, cursorid::text
        FROM documentdb_api.${kind}_cursor_first_page($1, $2::bytea, 0)`;
      const page = await connections.row<Page & { cursorid: string }>(request, sql, [
        request.database,
        request.forEngine,
      ]);
      if (page.continuation && page.cursorid !== "0") open.set(page.cursorid, page.continuation);
      return page.cursorpage;
    },

    async more(request: Request): Promise<Buffer> {
      const id = String(request.fields["getMore"]);
      const continuation = open.get(id);
      if (!continuation) throw new MongoError(43, "CursorNotFound", `cursor id ${id} not found`);
      const sql = `SELECT cursorpage::bytea, continuation::bytea
        FROM documentdb_api.cursor_get_more($1, $2::bytea, $3::bytea)`;
      const page = await connections.row<Page>(request, sql, [
        request.database,
        request.forEngine,
        continuation,
      ]);
      if (page.continuation) open.set(id, page.continuation);
      else open.delete(id);
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
