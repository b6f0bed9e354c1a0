import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { productSchema, type Product } from "@matinale/contracts";
import type { Plugin } from "vite";
import { parse } from "yaml";

const name = "virtual:product";
const ownersFile =
  process.env["PRODUCT_FILE"] ||
  fileURLToPath(new URL("../../config/product.yaml", import.meta.url));

export const readProduct = (): Product =>
  productSchema.parse(parse(readFileSync(ownersFile, "utf8")));

/** The module `virtual:product` is the owner's file, checked by its schema. */
export function productFile(): Plugin {
  return {
    name: "product-file",
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null;
      this.addWatchFile(ownersFile);
      return `export default ${JSON.stringify(readProduct())}`;
    },
  };
}
