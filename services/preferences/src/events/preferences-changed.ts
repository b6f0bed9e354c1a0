import { record, type OutboxEntry } from "@matinale/bus";
import {
  categoriesOf,
  choicesOf,
  hoursOf,
  weekdayOf,
  type Subscriber,
} from "../domain/subscriber.ts";

/** Builds preferences.changed. Its hours are ascending; over HTTP the chosen hour comes first. */
export function preferencesChanged(subscriber: Subscriber): OutboxEntry {
  return record("preferences.changed", {
    ...choicesOf(subscriber),
    userId: subscriber._id,
    version: BigInt(subscriber.version),
    categories: categoriesOf(subscriber).map(({ slug }) => slug),
    deliveryHours: hoursOf(subscriber).sort(),
    weekday: weekdayOf(subscriber),
  });
}
