/** No document has this id. */
export class DocumentNotFound extends Error {
  override readonly name = "DocumentNotFound";
}

/** Optimistic lock: other writes changed the document at each attempt to write it. */
export class VersionConflict extends Error {
  override readonly name = "VersionConflict";
}

export const mongoCodeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** True for the error of a unique index: the key exists already. */
export const isDuplicateKey = (error: unknown): boolean => mongoCodeOf(error) === 11_000;

/** @returns false when the write has failed because a unique key exists already */
export async function unlessDuplicate(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

/** Errors of the driver without an answer of a server. */
const noAnswer =
  /^(Mongo(ServerSelection|Network|NetworkTimeout|NotConnected|PoolCleared|ExpiredSession|TopologyClosed|StalePrimary|WaitQueueTimeout)|MongooseServerSelection|MongoOperationTimeout)/;

/**
 * Answers of a server that cannot serve us now: it is not the primary (any more), stops, recovers, does not reach
 * the other members (MongoDB's specification of server discovery and monitoring, and its error codes), has a full disk, or
 * refuses our password or right: no record is at fault.
 */
const unavailable = new Set<unknown>(
  Object.values({
    HostUnreachable: 6,
    HostNotFound: 7,
    Unauthorized: 13,
    AuthenticationFailed: 18,
    NetworkTimeout: 89,
    ShutdownInProgress: 91,
    ReadConcernMajorityNotAvailableYet: 134,
    PrimarySteppedDown: 189,
    SocketException: 9_001,
    OutOfDiskSpace: 14_031,
    LegacyNotPrimary: 10_058,
    NotWritablePrimary: 10_107,
    InterruptedAtShutdown: 11_600,
    InterruptedDueToReplStateChange: 11_602,
    NotPrimaryNoSecondaryOk: 13_435,
    NotPrimaryOrSecondary: 13_436,
  }),
);

/** True when the database cannot be reached now or changes its primary, so that the work may succeed later. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error &&
  (noAnswer.test(error.name) ||
    (error.name.startsWith("Mongo") && unavailable.has(mongoCodeOf(error))) ||
    isDatabaseAway(error.cause) ||
    // the driver wraps every failure of a bulk write, also a lost connection
    ("errorResponse" in error && isDatabaseAway(error.errorResponse)));
