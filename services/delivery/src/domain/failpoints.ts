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
 * Points between two effects of a delivery, in order. A process that crashes or freezes at one of them
 * leaves another state behind than at any other; tests crash it at each.
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

/** Called at each point before the next effect. Absent outside tests. */
export type Failpoint = (point: FailpointName) => void;
