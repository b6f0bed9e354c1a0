import { categories } from "@matinale/contracts";
import type { Category, UserId } from "@matinale/contracts";
import { categoryChoice, numberInPath } from "@matinale/contracts/api";
import { HttpError, body, counter, params, router } from "@matinale/kit";
import type { Router } from "express";
import { OverLimit, categoriesOf, choicesOf } from "../domain/subscriber.ts";
import { overLimit, unknownCategory } from "../domain/texts.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

const limited = counter("preferences_category_limit_total");

const present = ({ id, nameFr, nameEn, iconName }: Category) => ({ id, nameFr, nameEn, iconName });

const sayTheLimit = (error: unknown): never => {
  if (!(error instanceof OverLimit)) throw error;
  limited.inc();
  throw new HttpError("CATEGORY_LIMIT_REACHED", overLimit(error.limit), {
    language: error.language,
  });
};

/** Open to everybody: the landing page shows them. */
export const catalogueRoutes = (): Router =>
  router().get("/categories", (_req, res) => {
    res.json(categories.map(present));
  });

export function chosenCategoriesRoutes(subscribers: SubscriberStore): Router {
  const known = async (userId: UserId, id: number): Promise<Category> => {
    const category = categories.find((candidate) => candidate.id === id);
    if (category !== undefined) return category;
    const { language } = choicesOf(await subscribers.of(userId));
    throw new HttpError("NOT_FOUND", unknownCategory, { language });
  };

  return router()
    .get("/user/categories", async (req, res) => {
      res.json(categoriesOf(await subscribers.of(req.userId)).map(present));
    })
    .post("/user/categories", body(categoryChoice), async (req, res) => {
      const category = await known(req.userId, req.body.categoryId);
      await subscribers.addCategory(req.userId, category.id).catch(sayTheLimit);
      res.json(present(category));
    })
    .delete("/user/categories/:id", params(numberInPath), async (req, res) => {
      const category = await known(req.userId, Number(req.params.id));
      await subscribers.removeCategory(req.userId, category.id);
      res.status(204).end();
    });
}
