import { isDeepStrictEqual } from "node:util";
import { errorCodes } from "../error-codes.ts";
import { envelope, errorsOf } from "../api/operation.ts";
import { operations } from "../api/operations.ts";

const segments = (path: string) => path.split("/");
const matches = (pattern: string, path: string): boolean => {
  const [expected, actual] = [segments(pattern), segments(path)];
  return (
    expected.length === actual.length &&
    expected.every((part, index) => part.startsWith(":") || part === actual[index])
  );
};

/**
 * Compares a response with its operation. The tests compare each response that they get.
 *
 * @param path          without /api; a path without an operation conforms
 * @param response.body the parsed JSON, undefined without a body
 * @returns             the first difference, or null
 */
export function nonconformity(
  method: string,
  path: string,
  response: { status: number; body: unknown },
): string | null {
  const [withoutQuery = ""] = path.split("?");
  const operation = operations.find(
    (each) => each.method === method && matches(each.path, withoutQuery),
  );
  if (operation === undefined) return null;
  const name = `${method} ${operation.path}`;
  if (response.status >= 400) {
    const { success, data, error } = envelope.safeParse(response.body);
    if (!success) return `${name}: ${response.status} without the envelope: ${error.message}`;
    if (errorCodes[data.code] !== response.status) {
      return `${name}: ${data.code} does not go with ${response.status}`;
    }
    return errorsOf(operation).has(data.code) ? null : `${name}: ${data.code} is not declared`;
  }
  if (response.status === 204 && operation.empty !== undefined) return null;
  const { status, schema } = operation.answer;
  if (response.status !== status) return `${name}: status ${response.status} instead of ${status}`;
  if (schema === null) return null;
  const parsed = schema.safeParse(response.body);
  if (!parsed.success) return `${name}: ${parsed.error.message}`;
  // the parsed copy has only the declared fields
  if (isDeepStrictEqual(parsed.data, response.body)) return null;
  return `${name}: the response has undeclared fields: ${JSON.stringify(response.body)}`;
}
