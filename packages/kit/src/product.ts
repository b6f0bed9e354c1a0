import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { productSchema, type Product } from "@matinale/contracts";
import { parse } from "yaml";
import { z } from "zod";

/** The file of this repository, which images contain. */
export const defaultProductFile = fileURLToPath(
  new URL("../../../config/product.yaml", import.meta.url),
);

/** Reads the owner's file. @throws an error of the file system or of YAML, or a ZodError naming the wrong fields */
export const readProduct = (path: string): Product =>
  productSchema.parse(parse(readFileSync(path, "utf8")));

const problemOf = (error: unknown): string =>
  error instanceof z.ZodError
    ? error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")
    : String(error);

/** Reads the file when the environment is read, so that a service with a wrong file does not start. */
export const productFile = z
  .string()
  .default(defaultProductFile)
  .transform((path, context): Product => {
    try {
      return readProduct(path);
    } catch (error) {
      context.addIssue({ code: "custom", message: `cannot be used: ${problemOf(error)}` });
      return z.NEVER;
    }
  })
  .describe("The owner's file: brand, company, plans and prices");
