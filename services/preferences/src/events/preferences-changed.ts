import { record, type OutboxEntry } from "@matinale/bus";
import type { Product } from "@matinale/contracts";
import {
  categoriesOf,
  choicesOf,
  hasAlerts,
  hoursOf,
  weekdayOf,
  type Subscriber,
} from "../domain/subscriber.ts";

/** Builds preferences.changed. Its hours are ascending; over HTTP the chosen hour comes first. */
export function preferencesChanged(subscriber: Subscriber, product: Product): OutboxEntry {
  return record("preferences.changed", {
    ...choicesOf(subscriber),
    userId: subscriber._id,
    version: BigInt(subscriber.version),
    categories: categoriesOf(subscriber).map(({ slug }) => slug),
    deliveryHours: hoursOf(subscriber, product).sort(),
    weekday: weekdayOf(subscriber),
    breakingNewsAlerts: hasAlerts(subscriber, product),
  });
}
