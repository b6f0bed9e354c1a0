import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { newPrice } from "./objects.ts";

const ownersFile =
  process.env["PRODUCT_FILE"] || new URL("../../../../config/product.yaml", import.meta.url);
const schema = z.object({ plans: z.array(z.object({ priceEur: z.int() })).length(3) });
const { plans } = schema.parse(parse(readFileSync(ownersFile, "utf8")));

/** Those of the owner's file: billing refuses to start with others. */
export const prices = ["essential", "premium", "professional"].map((name, index) =>
  newPrice(name, plans[index]?.priceEur ?? 0),
);
