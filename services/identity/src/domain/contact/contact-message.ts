import { randomInt } from "node:crypto";
import type { ContactTopic, Language, Plan, UserId } from "@matinale/contracts";

export interface ContactMessage {
  /** The reference that both mails name. */
  _id: string;
  topic: ContactTopic;
  email: string;
  /** The same for all spellings of the address. */
  emailKey: string;
  message: string;
  language: Language;
  userId?: UserId;
  /** English name of the plan in force. */
  plan?: string;
  hasPriority: boolean;
  createdAt: Date;
}

/**
 * Acknowledgements that one address, in any spelling, gets while its messages are stored, so that the form cannot
 * flood the mailbox of another person. The owner gets every message.
 */
export const acknowledgementsAtMost = 5;

/** Without 0, O, 1 and I, because people read references aloud and type them. */
const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Such as "M-7K3Q9Z2F". */
export const newReference = (): string =>
  `M-${Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join("")}`;

export const planInForce = (
  known: { planId: number; entitledUntil: Date | null } | undefined,
  plans: readonly Plan[],
  now: Date,
): Plan | undefined =>
  known === undefined || (known.entitledUntil !== null && known.entitledUntil <= now)
    ? undefined
    : plans.find(({ id }) => id === known.planId);
