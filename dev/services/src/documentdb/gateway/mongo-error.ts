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
const internalError: CodeAndName = [1, "InternalError"];

/**
 * DocumentDB's SQLSTATEs for the errors that our code, mongoose and the driver tell apart, and those of wrong commands,
 * from the extension's source (MIT). Any other error is an InternalError with the engine's own message.
 */
const fromDocumentDb: Readonly<Record<string, CodeAndName>> = {
  M0000: internalError,
  M0001: [2, "BadValue"],
  M0003: [9, "FailedToParse"],
  M0004: [14, "TypeMismatch"],
  M0006: [20, "IllegalOperation"],
  M0008: [26, "NamespaceNotFound"],
  M0009: [27, "IndexNotFound"],
  M000D: [40, "ConflictingUpdateOperators"],
  M000E: [43, "CursorNotFound"],
  M000F: [48, "NamespaceExists"],
  M000M: [66, "ImmutableField"],
  M000N: [67, "CannotCreateIndex"],
  M000O: [68, "IndexAlreadyExists"],
  M000Q: [73, "InvalidNamespace"],
  M000R: [85, "IndexOptionsConflict"],
  M000S: [86, "IndexKeySpecsConflict"],
  M00CO: [121, "DocumentFailedValidation"],
  M00E8: [10_107, "NotWritablePrimary"],
  M001C: [duplicateKey, "DuplicateKey"],
};

// PostgreSQL's own states (its manual, appendix A).
const fromPostgres: Readonly<Record<string, CodeAndName>> = {
  "23P01": [duplicateKey, "DuplicateKey"], // exclusion_violation: the engine implements unique keys this way
  "57014": [50, "MaxTimeMSExpired"], // query_canceled
  "0A000": [115, "CommandNotSupported"], // feature_not_supported
  "40001": [112, "WriteConflict"], // serialization_failure
  "40P01": [112, "WriteConflict"], // deadlock_detected
  "55P03": [112, "WriteConflict"], // lock_not_available
};

export function codeOfState(state = ""): CodeAndName {
  return fromDocumentDb[state] ?? fromPostgres[state] ?? internalError;
}

/** Write errors contain a SQLSTATE packed as in PostgreSQL: five characters of six bits. */
export function unpackState(packed: number): string {
  let state = "";
  for (let rest = packed, i = 0; i < 5; i++, rest >>= 6)
    state += String.fromCharCode((rest & 63) + 48);
  return state;
}

/** Larger than the codes of MongoDB's server. */
const smallestPacked = 2 ** 16;

/** The MongoDB code of a packed state. Other small numbers are MongoDB codes already. */
export function codeOfPacked(packed: number): number {
  const state = unpackState(packed);
  const [code] = fromDocumentDb[state] ?? fromPostgres[state] ?? [];
  return code ?? (packed < smallestPacked ? packed : internalError[0]);
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
