import { recognisedUntil } from "@matinale/contracts";
import { expiringDocuments, hashingStoreOf, upsertAll } from "@matinale/kit/mongo";
import { emailKey, type User } from "../domain/account/account.ts";

/** A keyed hash of an address or number of a deleted account. Nothing in it identifies the person. */
interface EndedTrial {
  _id: string;
  expiresAt: Date;
}

interface Identified extends Pick<User, "email"> {
  phone?: string | null | undefined;
}

type ErasedUser = Identified & Pick<User, "emailVerifiedAt" | "formerEmails">;

/** Loads the tables of phone numbers with the first number that is parsed, not with the service. */
async function e164Of(phone: string | null | undefined): Promise<string | null> {
  if (!phone) return null;
  const { readSignUpPhone } = await import("../domain/trial/sign-up-phone.ts");
  return readSignUpPhone(phone);
}

/** Recognises people who had their trial with an account that they deleted. */
export class EndedTrials extends hashingStoreOf<EndedTrial>("ended_trials", expiringDocuments()) {
  /** The hash that an account stores of an address that it gives up. All spellings of an address have the same one. */
  hashOfEmail(email: string): string {
    return this.hash("email", emailKey(email));
  }

  async #hashesOfPhone(phone: Identified["phone"]): Promise<string[]> {
    const e164 = await e164Of(phone);
    return e164 === null ? [] : [this.hash("phone", e164)];
  }

  /** Whether a deleted account had one of these identifiers. Identifiers of existing accounts do not count. */
  async wereUsed({ email, phone }: Identified, now: Date): Promise<boolean> {
    const _id = { $in: [this.hashOfEmail(email), ...(await this.#hashesOfPhone(phone))] };
    return (await this.model.exists({ _id, expiresAt: { $gt: now } })) !== null;
  }

  /**
   * Stores the hashes of an account that is about to be erased. Safe to repeat. Without an address that was never
   * verified: it may belong to another person, who must not lose the trial.
   */
  async remember(
    { email, emailVerifiedAt, phone, formerEmails = [] }: ErasedUser,
    now: Date,
  ): Promise<void> {
    const update = { $max: { expiresAt: recognisedUntil(now) } };
    const verified = emailVerifiedAt ? [this.hashOfEmail(email)] : [];
    const hashes = [...verified, ...formerEmails, ...(await this.#hashesOfPhone(phone))];
    await upsertAll(
      this.model,
      hashes.map((_id) => ({ _id, update })),
    );
  }
}
