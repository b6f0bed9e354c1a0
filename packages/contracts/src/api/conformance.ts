import { isDeepStrictEqual } from "node:util";
import { errorCodes } from "../error-codes.ts";
import { envelope } from "./operation.ts";
import { operations } from "./operations.ts";

const segments = (path: string) => path.split("/");
const matches = (pattern: string, path: string): boolean => {
  const [wanted, given] = [segments(pattern), segments(path)];
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(":") || part === given[index])
  );
};

/**
 * Says how an answer differs from the API's description, or null. For tests: every answer that they
 * see is compared.
 *
 * @param path without /api; of an address that is not described nothing is said
 * @param answer.body what the JSON held, undefined when there was none
 */
export function nonconformity(
  method: string,
  path: string,
  answer: { status: number; body: unknown },
): string | null {
  const [bare = ""] = path.split("?");
  const operation = operations.find((each) => each.method === method && matches(each.path, bare));
  if (operation === undefined) return null;
  const name = `${method} ${operation.path}`;
  if (answer.status >= 400) {
    const { success, data, error } = envelope.safeParse(answer.body);
    if (!success) return `${name}: ${answer.status} without the envelope: ${error.message}`;
    if (errorCodes[data.code] === answer.status) return null;
    return `${name}: ${data.code} does not go with ${answer.status}`;
  }
  if (answer.status === 204 && operation.empty !== undefined) return null;
  const { status, schema } = operation.answer;
  if (answer.status !== status) return `${name}: answers ${answer.status} instead of ${status}`;
  if (schema === null) return null;
  const parsed = schema.safeParse(answer.body);
  if (!parsed.success) return `${name}: ${parsed.error.message}`;
  // the schema drops what it does not know
  if (isDeepStrictEqual(parsed.data, answer.body)) return null;
  return `${name}: the answer holds more than is described: ${JSON.stringify(answer.body)}`;
}
