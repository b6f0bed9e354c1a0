import type { IHeaders } from "kafkajs";

/** The first value of a record's header as text; "" without one. */
export function headerOf(headers: IHeaders | undefined, name: string): string {
  const value = headers?.[name];
  const first = Array.isArray(value) ? value[0] : value;
  return first === undefined ? "" : first.toString();
}
