import type { Document } from "bson";
import { decode } from "./bson-document.ts";
import type { Command } from "./commands.ts";
import { breather } from "./connections.ts";
import type { Connections } from "./connections.ts";
import { codeOfState, duplicateKey, isEngineGone, MongoError, stateOf } from "./mongo-error.ts";
import { transactionOf } from "./request.ts";
import type { Request } from "./request.ts";
import { asksForKey, describeDuplicate } from "./writes.ts";

const mostUpserts = 10;

/**
 * Answers a request; what the engine refuses becomes an error document, as a client expects it.
 *
 * @throws when the engine cannot be reached: the connection is then cut, just as by a server that died
 */
export async function handle(
  connections: Connections,
  commands: Readonly<Record<string, Command>>,
  request: Request,
  tries = 0,
): Promise<Buffer | Document> {
  try {
    const command = Object.hasOwn(commands, request.name) ? commands[request.name] : undefined;
    if (!command) throw new MongoError(59, "CommandNotFound", `no such command: '${request.name}'`);
    return await command(request);
  } catch (error) {
    if (isEngineGone(error)) throw error;
    const answer = errorAnswer(error);
    if (answer["code"] !== duplicateKey) return answer;
    await describeDuplicate(connections, request, answer);
    if (tries < mostUpserts && mayRunAgain(request, error, answer)) {
      await breather();
      return handle(connections, commands, request, tries + 1);
    }
    return answer;
  }
}

function errorAnswer(error: unknown): Document {
  const errmsg = error instanceof Error ? error.message : String(error);
  if (error instanceof MongoError)
    return { ok: 0, code: error.code, codeName: error.codeName, errmsg, ...error.extra };
  const [code, codeName] = codeOfState(stateOf(error));
  return { ok: 0, code, codeName, errmsg };
}

/** A findAndModify that upserts and lost the race for a new key finds the winner's document when it runs again. */
function mayRunAgain(request: Request, error: unknown, answer: Document): boolean {
  if (!/^findandmodify$/i.test(request.name) || !request.fields["upsert"] || transactionOf(request))
    return false;
  return (
    stateOf(error) === "23P01" ||
    asksForKey(decode(request.forEngine)["query"], answer["keyPattern"])
  );
}
