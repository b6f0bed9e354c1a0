import { change, erasable, eraseAggregate, republish, wake, type Erasable } from "@matinale/bus";
import type { UserId } from "@matinale/contracts";
import { HttpError, httpTexts, isDuplicateKey } from "@matinale/kit";
import { indexedDocuments, storeOf } from "@matinale/kit/mongo";
import type { QueryFilter } from "mongoose";
import {
  confirmedBy,
  emailKey,
  pendingChange,
  profileFields,
  usernameKey,
  type ProfileChange,
  type User,
} from "../domain/account/account.ts";
import { texts } from "../domain/texts.ts";
import { userChanged } from "../events/user-changed.ts";

type UserDocument = Omit<User, "picture"> &
  Erasable & { picture?: { key: string; bytes: Buffer } | null };

const userSchema = indexedDocuments()
  // inside the document, so that a change or an erasure is one write and leaves nothing behind; only
  // pictureBytes reads the bytes
  .add({ picture: { type: { _id: false, key: String, bytes: { type: Buffer, select: false } } } })
  .index({ emailKey: 1 }, { unique: true })
  .index({ usernameKey: 1 }, { unique: true })
  .index({ "picture.key": 1 }, { sparse: true })
  .plugin(erasable);

export interface PasswordChange {
  passwordHash: string;
  former?: string;
  emailKey?: string;
}

const accountGone = () => new HttpError("UNAUTHENTICATED", httpTexts.signIn);

export class UserStore extends storeOf<UserDocument>("users", userSchema) {
  /**
   * Writes the user and their event in one insert.
   *
   * @throws HttpError EMAIL_TAKEN, USERNAME_TAKEN when another account has the e-mail address or the username
   */
  async add(user: User): Promise<void> {
    try {
      await this.model.create({ ...user, outbox: [userChanged(user)] });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // the driver repeats an insert whose answer was lost: then the duplicate is this account itself
      if ((await this.model.exists({ _id: user._id })) === null) {
        await this.requireFree(user);
        throw error;
      }
    }
    wake(this.model);
  }

  /** @throws HttpError EMAIL_TAKEN, USERNAME_TAKEN when an account other than `self` has one of the two */
  async requireFree(
    wanted: { email?: string | undefined; username?: string | undefined },
    self?: UserId,
  ): Promise<void> {
    const has = async (key: "emailKey" | "usernameKey", value: string) => {
      const owner = await this.model.findOne({ [key]: { $eq: value } }, { _id: 1 }).lean<User>();
      return owner !== null && owner._id !== self;
    };
    if (wanted.email !== undefined && (await has("emailKey", emailKey(wanted.email)))) {
      throw new HttpError("EMAIL_TAKEN", texts.emailTaken);
    }
    if (wanted.username !== undefined && (await has("usernameKey", usernameKey(wanted.username)))) {
      throw new HttpError("USERNAME_TAKEN", texts.usernameTaken);
    }
  }

  find(id: UserId): Promise<User | null> {
    return this.model.findOne({ _id: id, erasedAt: null }).lean<User>().exec();
  }

  /** @throws HttpError UNAUTHENTICATED when the account does not exist any more */
  async byId(id: UserId): Promise<User> {
    const user = await this.find(id);
    if (user === null) throw accountGone();
    return user;
  }

  byEmail(email: string): Promise<User | null> {
    return this.model
      .findOne({ emailKey: { $eq: emailKey(email) } })
      .lean<User>()
      .exec();
  }

  /**
   * Changes the profile at once, except for an e-mail address that both mailboxes must confirm first.
   *
   * @throws HttpError EMAIL_TAKEN, USERNAME_TAKEN when another account has the e-mail address or the username
   */
  async changeProfile(id: UserId, wanted: ProfileChange, now: Date): Promise<User> {
    // no index keeps two accounts from waiting for one address: the first to be confirmed gets it
    if (wanted.email !== undefined) await this.requireFree({ email: wanted.email }, id);
    const { email, ...others } = wanted;
    return this.#changeOrTaken(id, wanted, (user) => {
      const pendingEmail = pendingChange(user, email, now);
      const set = profileFields(user, pendingEmail === null ? wanted : others);
      if (Object.keys(set).length === 0 && pendingEmail === null) return null;
      return { ...set, ...(pendingEmail && { pendingEmail }) };
    });
  }

  /**
   * Records that the owner of a mailbox has confirmed the pending change of address, and makes the change once
   * both have.
   *
   * @param hashOf  hashes the e-mail address that the account gives up
   * @returns whether the change was made; null when the mail was about another change
   * @throws HttpError EMAIL_TAKEN when another account has the address by now
   */
  async confirmEmail(
    id: UserId,
    by: { emailKey: string; newEmailKey?: string },
    hashOf: (email: string) => string,
    now: Date,
  ): Promise<boolean | null> {
    let outcome: boolean | null = null;
    const { pendingEmail } = await this.byId(id);
    await this.#changeOrTaken(id, { email: pendingEmail?.email }, (user) => {
      outcome = null;
      const confirmed = confirmedBy(user, by, now);
      if (confirmed === null) return null;
      outcome = confirmed.oldConfirmed && confirmed.newConfirmed;
      if (!outcome) return { pendingEmail: confirmed };
      return {
        email: confirmed.email,
        emailKey: confirmed.emailKey,
        emailVerifiedAt: now,
        pendingEmail: null,
        formerEmails: [...new Set([...(user.formerEmails ?? []), hashOf(user.email)])],
      };
    });
    return outcome;
  }

  /** Writes these fields and the event. @throws HttpError as `requireFree` does for what is `wanted` */
  async #changeOrTaken(
    id: UserId,
    wanted: { email?: string | undefined; username?: string | undefined },
    fieldsOf: (user: User) => Partial<Omit<User, "picture">> | null,
  ): Promise<User> {
    try {
      return await change(this.model, id, (user) => {
        if (user.erasedAt) throw accountGone();
        const set = fieldsOf(user);
        if (set === null) return null;
        return { set, events: [userChanged({ ...user, ...set, version: user.version + 1 })] };
      });
    } catch (error) {
      if (isDuplicateKey(error)) await this.requireFree(wanted, id);
      throw error;
    }
  }

  /** @returns false when the account has another address by now */
  async verifyEmail(id: UserId, emailKey: string, now: Date): Promise<boolean> {
    let isPresent = false;
    await change(this.model, id, (user) => {
      isPresent = !user.erasedAt && user.emailKey === emailKey;
      const isNew = isPresent && !user.emailVerifiedAt;
      return isNew ? { set: { emailVerifiedAt: now }, events: [] } : null;
    });
    return isPresent;
  }

  async cancelPendingEmail(id: UserId): Promise<void> {
    await change(this.model, id, ({ pendingEmail }) =>
      pendingEmail ? { set: { pendingEmail: null }, events: [] } : null,
    );
  }

  /**
   * Also ends a pending change of address, which another person may have asked for. A mailed link verifies the address,
   * too: if it was unverified, another person may have signed up with it, whose number must not stay.
   *
   * @param wanted.former    hash of the password that is replaced; absent when any is
   * @param wanted.emailKey  the address to which a link was mailed
   * @returns false when the account has another password or address by now
   */
  async changePassword(id: UserId, wanted: PasswordChange, now: Date): Promise<boolean> {
    const { passwordHash, former, emailKey } = wanted;
    const { passwordHash: stored } = await change(this.model, id, (user) => {
      if (user.erasedAt) throw accountGone();
      if (former !== undefined && user.passwordHash !== former) return null;
      if (emailKey !== undefined && user.emailKey !== emailKey) return null;
      const password = { passwordHash, passwordChangedAt: now, pendingEmail: null };
      if (emailKey === undefined || user.emailVerifiedAt) return { set: password, events: [] };
      const set = { ...password, emailVerifiedAt: now, ownerSince: now, phone: null };
      return { set, events: [userChanged({ ...user, ...set, version: user.version + 1 })] };
    });
    return stored === passwordHash;
  }

  /** Replaces or removes the picture; publishes no event. */
  async changePicture(id: UserId, picture: { key: string; bytes: Buffer } | null): Promise<void> {
    await change(this.model, id, (user) => {
      if (user.erasedAt) throw accountGone();
      return picture === null && !user.picture ? null : { set: { picture }, events: [] };
    });
  }

  async pictureBytes(key: string): Promise<Buffer | null> {
    const owner = await this.model
      .findOne({ "picture.key": { $eq: key } }, { "picture.bytes": 1 })
      .lean<UserDocument>();
    return owner?.picture?.bytes ?? null;
  }

  /**
   * Erases the account and publishes a tombstone. Only the id and the tombstone stay in the document; the
   * e-mail address and the username are free again.
   *
   * @returns false when the account does not exist any more
   */
  erase(id: UserId, now: Date): Promise<boolean> {
    // keys of accounts are trimmed, so none of them equals this key, which begins with a space
    const erasedKey = ` erased ${id}`;
    const kept = { emailKey: erasedKey, usernameKey: erasedKey };
    return eraseAggregate(this.model, id, "user.changed", now, { kept });
  }

  /** Those of these people who have no account (any more). */
  async withoutAccount(ids: readonly UserId[]): Promise<Set<UserId>> {
    const present = new Set(await this.#idsOf({ _id: { $in: ids }, erasedAt: null }));
    return new Set(ids.filter((id) => !present.has(id)));
  }

  erasedSince(at: Date): Promise<UserId[]> {
    return this.#idsOf({ erasedAt: { $gte: at } });
  }

  async #idsOf(filter: QueryFilter<UserDocument>): Promise<UserId[]> {
    const found = await this.model.find(filter, { _id: 1 }).lean<Pick<User, "_id">[]>();
    return found.map(({ _id }) => _id);
  }

  /** Queues every user for publishing again: after a restore, projections differ. @returns how many */
  republish(now: Date): Promise<number> {
    return republish(this.model, now, "user.changed", userChanged);
  }
}
