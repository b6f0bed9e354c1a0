import { categories, type Category, type Product, type UserId } from "@matinale/contracts";
import { HttpError, counter } from "@matinale/kit";
import { allowance, withCategory } from "../domain/subscriber.ts";
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
  { subscribers, product }: { subscribers: SubscriberStore; product: Product },
): Promise<Category> {
  const category = knownCategory(categoryId);
  await subscribers.change(id, (current) => {
    const chosen = withCategory(current, categoryId, product);
    if (chosen !== null) return { categories: chosen };
    limited.inc();
    const limit = overLimit(allowance(current, product), current.categories.length, product);
    throw new HttpError("CATEGORY_LIMIT_REACHED", limit);
  });
  return category;
}

/** @throws HttpError NOT_FOUND when there is no such category */
export async function removeCategory(
  id: UserId,
  categoryId: number,
  subscribers: SubscriberStore,
): Promise<void> {
  knownCategory(categoryId);
  await subscribers.change(id, (current) => ({
    categories: current.categories.filter((chosen) => chosen !== categoryId),
  }));
}

function knownCategory(id: number): Category {
  const category = categories.find((candidate) => candidate.id === id);
  if (category === undefined) throw new HttpError("NOT_FOUND", unknownCategory);
  return category;
}
