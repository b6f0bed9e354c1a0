import { readFileSync } from "node:fs";
import { join } from "node:path";
import { productSchema, type Product } from "@matinale/contracts";
import type { Plugin } from "vite";
import { parse } from "yaml";

const name = "virtual:product";
const ownersFile =
  process.env["PRODUCT_FILE"] || join(import.meta.dirname, "../../config/product.yaml");

export const readProduct = (): Product =>
  productSchema.parse(parse(readFileSync(ownersFile, "utf8")));

/** Every script budget would pay for the incidents: the browser loads them with the page that shows them. */
export const withoutIncidents = ({ incidents: _incidents, ...product }: Product) => product;

/** The module `virtual:product` is the owner's file, checked by its schema. */
export function productFile(): Plugin {
  return {
    name: "product-file",
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null;
      this.addWatchFile(ownersFile);
      return `export default ${JSON.stringify(withoutIncidents(readProduct()))}`;
    },
  };
}
