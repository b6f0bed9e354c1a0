import type { Document } from "bson";
import { decode } from "./bson-document.ts";
import type { Command } from "./commands.ts";
import { randomDelay, type Connections } from "./connections.ts";
import { codeOfState, duplicateKey, isEngineGone, MongoError, stateOf } from "./mongo-error.ts";
import type { Request } from "./request.ts";
import { matchesWholeKey, describeDuplicate } from "./writes.ts";

const maxUpsertRetries = 10;

/**
 * Handles one request. An error of the engine becomes an error document, as clients expect it.
 *
 * @throws Error  when the engine cannot be reached. The caller then closes the connection, like a server that died.
 */
export async function handle(
  connections: Connections,
  commands: Readonly<Record<string, Command>>,
  request: Request,
  attempts = 0,
): Promise<Buffer | Document> {
  try {
    if (request.fields["autocommit"] === false)
      throw new MongoError(20, "IllegalOperation", "a standalone server has no transactions");
    const command = Object.hasOwn(commands, request.name) ? commands[request.name] : undefined;
    if (!command) throw new MongoError(59, "CommandNotFound", `no such command: '${request.name}'`);
    return await command(request);
  } catch (error) {
    if (isEngineGone(error)) throw error;
    const reply = errorReply(error);
    if (reply["code"] !== duplicateKey) return reply;
    await describeDuplicate(connections, request, reply);
    if (attempts < maxUpsertRetries && mayRunAgain(request, error, reply)) {
      await randomDelay();
      return handle(connections, commands, request, attempts + 1);
    }
    return reply;
  }
}

function errorReply(error: unknown): Document {
  const errmsg = error instanceof Error ? error.message : String(error);
  if (error instanceof MongoError)
    return { ok: 0, code: error.code, codeName: error.codeName, errmsg };
  const [code, codeName] = codeOfState(stateOf(error));
  return { ok: 0, code, codeName, errmsg };
}

/** An upserting findAndModify that lost a race for a new key finds the winner's document on a retry. */
function mayRunAgain(request: Request, error: unknown, reply: Document): boolean {
  if (request.name !== "findAndModify" || !request.fields["upsert"]) return false;
  return (
    stateOf(error) === "23P01" ||
    matchesWholeKey(decode(request.forEngine)["query"], reply["keyPattern"])
  );
}
