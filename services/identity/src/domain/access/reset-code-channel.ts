import type { UserId } from "@matinale/contracts";

export interface ResetCodeChannel {
  /**
   * @returns false when the person has no connected number, or its owner wrote STOP: nothing was sent
   * @throws when the message may be accepted later
   */
  send(userId: UserId, code: string): Promise<boolean>;
}
