import type { z } from "zod";
import { operations } from "./operations.ts";

/** What a value must be, as a browser can check it: rules for text and numbers are the services' own. */
export type Shape =
  | "string"
  | "number"
  | "boolean"
  | "instant"
  | "unknown"
  | { list: Shape }
  | { orNull: Shape }
  | { fields: Readonly<Record<string, Shape>> };

const typeOf = (value: unknown): Shape => {
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" ? type : "unknown";
};

/** Optional fields may be anything. */
function shapeOf(schema: z.core.$ZodType): Shape {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return {
        fields: Object.fromEntries(
          Object.entries(def.shape).map(([name, field]) => [name, shapeOf(field)]),
        ),
      };
    case "record":
      return { fields: {} };
    case "array":
      return { list: shapeOf(def.element) };
    case "nullable":
      return { orNull: shapeOf(def.innerType) };
    case "string":
      return "format" in def && def.format === "datetime" ? "instant" : "string";
    case "enum":
      return typeOf(Object.values(def.entries)[0]);
    case "literal":
      return typeOf(def.values[0]);
    case "number":
    case "boolean":
      return def.type;
    default:
      return "unknown";
  }
}

/** The endpoints for which the gateway waits longer than for others, such as "GET /preview-news". */
export const longCalls = (): string[] =>
  operations.flatMap(({ method, path, timeoutMs }) => (timeoutMs ? [`${method} ${path}`] : []));

/** The shape of the successful response of each endpoint that has one, by names such as "GET /me". */
export const responseShapes = (): Record<string, Shape> =>
  Object.fromEntries(
    operations.flatMap(({ method, path, answer: { schema } }) =>
      schema ? [[`${method} ${path}`, shapeOf(schema)]] : [],
    ),
  );
