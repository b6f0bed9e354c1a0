import type { UserId } from "@matinale/contracts";
import { unlessDuplicate } from "@matinale/kit";
import type { Model } from "mongoose";
import type { Lids } from "../domain/channel/lids.ts";
import { digitsOf, spellingsOf } from "../domain/subscriber/phone.ts";
import type { Subscriber } from "../domain/subscriber/subscriber.ts";
import { batched } from "./batched.ts";

/** The user id that a webhook has shown beside the number of a subscriber. */
export interface ShownUserId {
  id: UserId;
  phone: string;
  userId: string;
}

/** The numbers, user ids and LIDs under which the provider knows the subscribers. */
export class SubscriberAddresses implements Lids {
  readonly #model: Model<Subscriber>;

  /**
   * Subscribers with one of these numbers, in any spelling, in the provider's form, or with one of these user ids.
   * Batched: many phones may write at the same time, as after an edition.
   *
   * @param addresses  digits of numbers, and user ids
   */
  readonly byAddresses: (addresses: readonly string[]) => Promise<Subscriber[]>;

  constructor(model: Model<Subscriber>) {
    this.#model = model;
    this.byAddresses = batched(async (lists) => {
      const all = lists.flat();
      const userIds = { "channel.userId": { $in: all } };
      const found = await model
        .find({ $or: [...hasNumber(all).$or, userIds] })
        .lean<Subscriber[]>();
      return lists.map((addresses) => {
        const wanted = new Set(addresses.flatMap(spellingsOf));
        return found.filter(({ channel: { phone = "", waId = "", userId = "" } = {} }) =>
          [digitsOf(phone), waId, userId].some((address) => wanted.has(address)),
        );
      });
    }, 3);
  }

  /** Stores the provider's form of the number, unless it belongs to another account or the number has changed. */
  async rememberWaId(id: UserId, phone: string, waId: string): Promise<void> {
    if (await this.isAnothers(waId, id)) return;
    await this.#model.updateOne(
      { _id: id, "channel.phone": phone, "channel.waId": { $ne: waId } },
      // With a new revision, a concurrent change of the channel is computed again and keeps it.
      { $set: { "channel.waId": waId }, $inc: { revision: 1 } },
    );
  }

  /**
   * Stores user ids unless the number has changed, in one command: the statuses of a first edition show those of all readers.
   *
   * @returns false when one belongs to another account: it is not stored
   */
  async rememberUserIds(shown: readonly ShownUserId[]): Promise<boolean> {
    if (shown.length === 0) return true;
    const updates = shown.map(({ id, phone, userId }) => ({
      updateOne: {
        filter: { _id: id, "channel.phone": phone },
        update: { $set: { "channel.userId": userId }, $inc: { revision: 1 } },
      },
    }));
    return unlessDuplicate(this.#model.bulkWrite(updates, { ordered: false }));
  }

  /** Whether a number in the provider's form, or a user id, belongs to another account. */
  async isAnothers(address: string, id: UserId): Promise<boolean> {
    const found = await this.byAddresses([address]);
    return found.some((subscriber) => subscriber._id !== id);
  }

  async rememberLid(lid: string, digits: string): Promise<void> {
    await this.#model.updateMany(
      { ...hasNumber([digits]), "channel.lid": { $ne: lid } },
      // With a new revision, as above.
      { $set: { "channel.lid": lid }, $inc: { revision: 1 } },
    );
  }

  /** A person who has changed their number can have two accounts: the number that was connected last counts. */
  async numberOfLid(lid: string): Promise<string | null> {
    const found = await this.#model
      .findOne({ "channel.lid": lid }, { "channel.phone": 1 })
      .sort({ "channel.connectedAt": -1 })
      .lean<Pick<Subscriber, "channel">>();
    const phone = found?.channel?.phone;
    return phone === undefined ? null : digitsOf(phone);
  }
}

/** Accounts with one of these numbers, in any spelling, or in the provider's form. */
function hasNumber(digits: readonly string[]) {
  const spelled = digits.flatMap(spellingsOf);
  return {
    $or: [
      { "channel.phone": { $in: spelled.map((each) => `+${each}`) } },
      { "channel.waId": { $in: spelled } },
    ],
  };
}
