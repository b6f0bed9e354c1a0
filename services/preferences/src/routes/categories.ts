import { categories, type Category, type Product } from "@matinale/contracts";
import { categoryChoice, numberInPath } from "@matinale/contracts/api";
import { body, params, router } from "@matinale/kit";
import type { Router } from "express";
import { addCategory, removeCategory } from "../application/choose-category.ts";
import { categoriesOf } from "../domain/subscriber.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

const present = ({ id, nameFr, nameEn, iconName }: Category) => ({ id, nameFr, nameEn, iconName });

/** Needs no session: the landing page shows the categories. */
export const catalogueRoutes = (): Router =>
  router().get("/categories", (_req, res) => {
    res.json(categories.map(present));
  });

export const chosenCategoriesRoutes = (subscribers: SubscriberStore, product: Product): Router =>
  router()
    .get("/user/categories", async (req, res) => {
      res.json(categoriesOf(await subscribers.of(req.userId)).map(present));
    })
    .post("/user/categories", body(categoryChoice), async (req, res) => {
      const { categoryId } = req.body;
      res.json(present(await addCategory(req.userId, categoryId, { subscribers, product })));
    })
    .delete("/user/categories/:id", params(numberInPath), async (req, res) => {
      await removeCategory(req.userId, Number(req.params.id), subscribers);
      res.status(204).end();
    });
