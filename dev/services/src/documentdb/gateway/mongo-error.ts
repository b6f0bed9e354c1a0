import { readFileSync } from "node:fs";

/** An error as MongoDB's clients expect it: a numeric code and its name. */
export class MongoError extends Error {
  override readonly name = "MongoError";
  readonly code: number;
  readonly codeName: string;

  constructor(code: number, codeName: string, message: string) {
    super(message);
    this.code = code;
    this.codeName = codeName;
  }
}

export const duplicateKey = 11_000;

type CodeAndName = readonly [code: number, name: string];

/** DocumentDB's SQLSTATEs (`M…`) and their MongoDB errors, from the extension's source (MIT). */
const byState: ReadonlyMap<string, CodeAndName> = new Map(
  readFileSync(new URL("./error-codes.txt", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const [state = "", code = "0", name = ""] = line.split(" ");
      return [state, [Number(code), name]];
    }),
);

// PostgreSQL's own states (its manual, appendix A).
const fromPostgres: Readonly<Record<string, CodeAndName>> = {
  "23P01": [duplicateKey, "DuplicateKey"], // exclusion_violation: the engine implements unique keys this way
  "57014": [50, "MaxTimeMSExpired"], // query_canceled
  "0A000": [115, "CommandNotSupported"], // feature_not_supported
  "40001": [112, "WriteConflict"], // serialization_failure
  "40P01": [112, "WriteConflict"], // deadlock_detected
  "55P03": [112, "WriteConflict"], // lock_not_available
};

export function codeOfState(state: string | undefined): CodeAndName {
  return byState.get(state ?? "") ?? fromPostgres[state ?? ""] ?? [1, "InternalError"];
}

/** Write errors contain a SQLSTATE packed as in PostgreSQL: five characters of six bits. */
export function unpackState(packed: number): string {
  let state = "";
  for (let rest = packed, i = 0; i < 5; i++, rest >>= 6)
    state += String.fromCharCode((rest & 63) + 48);
  return state;
}

/** The MongoDB code of a packed state. Other numbers are MongoDB codes already. */
export function codeOfPacked(packed: number): number {
  const state = unpackState(packed);
  return (byState.get(state) ?? fromPostgres[state])?.[0] ?? packed;
}

/** The SQLSTATE of an error that PostgreSQL reported, or undefined when the connection itself failed. */
export function stateOf(error: unknown): string | undefined {
  return error instanceof Error && "severity" in error && "code" in error
    ? String(error.code)
    : undefined;
}

/** True when the statement conflicted with another one and can be retried unchanged. */
export function isConflict(error: unknown): boolean {
  return ["40001", "40P01", "55P03"].includes(stateOf(error) ?? "");
}

/** True when PostgreSQL is stopping, starting or unreachable, or the error is unknown: no reply is possible. */
export function isEngineGone(error: unknown): boolean {
  return !(error instanceof MongoError) && !/^(?!57P0|08)/.test(stateOf(error) ?? "08");
}
