import type { Document } from "bson";
import type { Command } from "./commands.ts";
import { randomDelay } from "./connections.ts";
import { codeOfState, duplicateKey, isEngineGone, MongoError, stateOf } from "./mongo-error.ts";
import type { Request } from "./request.ts";

const maxUpsertRetries = 10;

/**
 * Handles one request. An error of the engine becomes an error document, as clients expect it.
 *
 * @throws Error  when the engine cannot be reached. The caller then closes the connection, like a server that died.
 */
export async function handle(
  commands: Readonly<Record<string, Command>>,
  request: Request,
): Promise<Buffer | Document> {
  for (let retries = 0; ; retries += 1) {
    const reply = await replyOf(commands, request);
    if (!hasLostRace(request, reply) || retries === maxUpsertRetries) return reply;
    await randomDelay();
  }
}

async function replyOf(
  commands: Readonly<Record<string, Command>>,
  request: Request,
): Promise<Buffer | Document> {
  try {
    if (request.fields["autocommit"] === false)
      throw new MongoError(20, "IllegalOperation", "a standalone server has no transactions");
    const command = Object.hasOwn(commands, request.name) ? commands[request.name] : undefined;
    if (!command) throw new MongoError(59, "CommandNotFound", `no such command: '${request.name}'`);
    return await command(request);
  } catch (error) {
    if (isEngineGone(error)) throw error;
    const errmsg = error instanceof Error ? error.message : String(error);
    if (error instanceof MongoError)
      return { ok: 0, code: error.code, codeName: error.codeName, errmsg };
    const [code, codeName] = codeOfState(stateOf(error));
    return { ok: 0, code, codeName, errmsg };
  }
}

/**
 * Of two racing upserts of one new unique key, one fails. Like MongoDB, run it again: it then finds the document of the
 * other. Unlike MongoDB, also for a key that the query does not name, which fails again without an effect.
 */
function hasLostRace({ name, fields }: Request, reply: Buffer | Document): boolean {
  if (Buffer.isBuffer(reply)) return false;
  const [error = reply]: Document[] = reply["writeErrors"] ?? [];
  if (error["code"] !== duplicateKey) return false;
  if (name === "findAndModify") return Boolean(fields["upsert"]);
  return (
    name === "update" && fields["updates"].length === 1 && fields["updates"][0].upsert === true
  );
}
