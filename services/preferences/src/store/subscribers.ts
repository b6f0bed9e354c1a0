import { isDeepStrictEqual } from "node:util";
import { change, erasable, eraseAggregate, republish, type Erasable } from "@matinale/bus";
import type { Product, UserId } from "@matinale/contracts";
import { HttpError, httpTexts } from "@matinale/kit";
import { indexedDocuments, storeOf } from "@matinale/kit/mongo";
import type { Connection } from "mongoose";
import { fixedWeekday, newSubscriber, withAlerts, type Subscriber } from "../domain/subscriber.ts";
import { preferencesChanged } from "../events/preferences-changed.ts";

type SubscriberDocument = Subscriber & Erasable;

const subscriberSchema = indexedDocuments().plugin(erasable);

const accountGone = () => new HttpError("UNAUTHENTICATED", httpTexts.signIn);

export class SubscriberStore extends storeOf<SubscriberDocument>("subscribers", subscriberSchema) {
  readonly #product: Product;

  /** @param product  limits of plans, on which the published hours depend */
  constructor(connection: Connection, product: Product) {
    super(connection);
    this.#product = product;
  }

  /** The stored subscriber, or a new one. @throws HttpError UNAUTHENTICATED for an erased person: all sessions end */
  async of(id: UserId): Promise<Subscriber> {
    const stored = await this.document(id);
    if (stored?.erasedAt) throw accountGone();
    return stored ?? newSubscriber(id, new Date());
  }

  /**
   * A write for a request of the person, with optimistic locking: `decide` may run several times. Writes and
   * publishes nothing when nothing changes.
   *
   * @throws HttpError UNAUTHENTICATED when the person was erased
   */
  change(id: UserId, decide: (current: Subscriber) => Partial<Subscriber>): Promise<Subscriber> {
    return this.#write(id, (current) => {
      if (current.erasedAt) throw accountGone();
      const decided = decide(current);
      return isDeepStrictEqual(current, { ...current, ...decided }) ? null : decided;
    });
  }

  /** Stores the copy of another service's state; an older or repeated version changes nothing. */
  async project<S extends "user" | "subscription">(
    id: UserId,
    section: S,
    copy: NonNullable<Subscriber[S]>,
  ): Promise<void> {
    await this.#write(id, (current) => {
      const known = current[section]?.version ?? -1;
      return current.erasedAt || known >= copy.version ? null : { [section]: copy };
    });
  }

  /** Turns alerts on or off, as of `at`; a later choice and an erased person stay as they are. */
  async switchAlerts(id: UserId, on: boolean, at: Date): Promise<void> {
    await this.#write(id, (current) => (current.erasedAt ? null : withAlerts(current, on, at)));
  }

  /** Deletes the choices of these people and publishes tombstones for other services. Safe to repeat. */
  async erase(ids: readonly UserId[]): Promise<void> {
    const now = new Date();
    const erase = (id: UserId) =>
      eraseAggregate(this.model, id, "preferences.changed", now, { create: true });
    await Promise.all(ids.map(erase));
  }

  /** Queues every subscriber for publishing again: after a restore, projections differ. @returns how many */
  republish(now: Date): Promise<number> {
    return republish(this.model, now, "preferences.changed", (subscriber) =>
      preferencesChanged(subscriber, this.#product),
    );
  }

  async #write(
    id: UserId,
    decide: (current: SubscriberDocument) => Partial<Subscriber> | null,
  ): Promise<Subscriber> {
    await this.#ensureExists(id);
    return change(this.model, id, (current) => {
      const decided = decide(current);
      if (decided === null) return null;
      const set = { ...decided, ...fixedWeekday(current, { ...current, ...decided }) };
      const next = { ...current, ...set, version: current.version + 1 };
      return { set, events: [preferencesChanged(next, this.#product)] };
    });
  }

  async #ensureExists(id: UserId): Promise<void> {
    const { _id, ...fresh } = newSubscriber(id, new Date());
    await this.insertNew(_id, { ...fresh, outbox: [] });
  }
}
