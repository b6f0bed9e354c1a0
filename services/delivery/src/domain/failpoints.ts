const planning = ["slot taken", "slot planned", "slot passed", "digest requested"] as const;
const composing = ["sounds wanted", "digest composed"] as const;
const uploading = ["upload taken", "sound fetched", "sound uploaded", "upload stored"] as const;
const sending = [
  "text permitted",
  "text recorded",
  "text answered",
  "voice permitted",
  "voice recorded",
  "voice answered",
  "template permitted",
  "template recorded",
  "template answered",
] as const;
const around = ["delivery taken", "call put back", "news told", "delivery ended"] as const;
const hearing = ["webhook stored", "webhooks taken", "window opened", "digest released"] as const;
const settling = ["receipts kept", "receipts settled", "webhooks removed"] as const;

/**
 * The instants between two effects of a delivery, in its order: what a process leaves behind that dies
 * or freezes at one of them differs from what it leaves at any other.
 */
export const failpointNames = [
  ...planning,
  ...composing,
  ...uploading,
  ...around,
  ...sending,
  ...hearing,
  ...settling,
] as const;

export type FailpointName = (typeof failpointNames)[number];

/** Told of each point as it is reached, before anything follows. Absent outside tests. */
export type Failpoint = (point: FailpointName) => void;
