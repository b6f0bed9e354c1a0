import { categories } from "@matinale/contracts";
import type { Category, UserId } from "@matinale/contracts";
import { HttpError, counter } from "@matinale/kit";
import { OverLimit, choicesOf } from "../domain/subscriber.ts";
import { overLimit, unknownCategory } from "../domain/texts.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

const limited = counter("preferences_category_limit_total");

/**
 * @throws HttpError NOT_FOUND when there is no such category, CATEGORY_LIMIT_REACHED when the plan does not
 * include one more
 */
export async function addCategory(
  id: UserId,
  categoryId: number,
  subscribers: SubscriberStore,
): Promise<Category> {
  const category = await knownCategory(id, categoryId, subscribers);
  await subscribers.addCategory(id, category.id).catch(refuseOverLimit);
  return category;
}

/** @throws HttpError NOT_FOUND when there is no such category */
export async function removeCategory(
  id: UserId,
  categoryId: number,
  subscribers: SubscriberStore,
): Promise<void> {
  const category = await knownCategory(id, categoryId, subscribers);
  await subscribers.removeCategory(id, category.id);
}

async function knownCategory(
  userId: UserId,
  id: number,
  subscribers: SubscriberStore,
): Promise<Category> {
  const category = categories.find((candidate) => candidate.id === id);
  if (category !== undefined) return category;
  const { language } = choicesOf(await subscribers.of(userId));
  throw new HttpError("NOT_FOUND", unknownCategory, { language });
}

const refuseOverLimit = (error: unknown): never => {
  if (!(error instanceof OverLimit)) throw error;
  limited.inc();
  throw new HttpError("CATEGORY_LIMIT_REACHED", overLimit(error.limit), {
    language: error.language,
  });
};
