import type { Shape } from "@matinale/contracts/browser";
import { isRecord } from "./api-error.ts";

/**
 * Whether a value has a shape. Fields that the shape does not name may be anything.
 *
 * @param needed  the fields that objects must have, at any depth; the others may be missing. By default all
 */
export function hasShape(value: unknown, shape: Shape, needed?: readonly string[]): boolean {
  if (shape === "unknown") return true;
  if (shape === "instant") return typeof value === "string" && !Number.isNaN(Date.parse(value));
  if (typeof shape === "string") return typeof value === shape;
  if ("orNull" in shape) return value === null || hasShape(value, shape.orNull, needed);
  if ("list" in shape) {
    return Array.isArray(value) && value.every((item) => hasShape(item, shape.list, needed));
  }
  if (!isRecord(value)) return false;
  return Object.entries(shape.fields).every(([name, field]) => {
    const isMissing = value[name] === undefined || value[name] === null;
    if (isMissing && needed && !needed.includes(name)) return true;
    return hasShape(value[name], field, needed);
  });
}
