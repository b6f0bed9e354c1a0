import type { UserId } from "@matinale/contracts";

export interface ResetCodeChannel {
  /**
   * @param account.hasVerifiedEmail  whether a link can be mailed instead: then a number that was connected recently
   *   gets no code
   * @returns false when the person has no connected number, or its owner wrote STOP: nothing was sent
   * @throws when the message may be accepted later
   */
  send(userId: UserId, code: string, account: { hasVerifiedEmail: boolean }): Promise<boolean>;
}
