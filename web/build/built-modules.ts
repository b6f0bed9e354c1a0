import { readFileSync } from "node:fs";
import { join } from "node:path";
import { productSchema, type Product } from "@matinale/contracts";
import { longCalls, responseShapes } from "@matinale/contracts/shapes";
import type { Plugin } from "vite";
import { parse } from "yaml";

const ownersFile =
  process.env["PRODUCT_FILE"] || join(import.meta.dirname, "../../config/product.yaml");

export const readProduct = (): Product =>
  productSchema.parse(parse(readFileSync(ownersFile, "utf8")));

/** Every script budget would pay for the incidents: the browser loads them with the page that shows them. */
export const withoutIncidents = ({ incidents: _incidents, ...product }: Product) => product;

const contents: Readonly<Record<string, () => unknown>> = {
  /** The owner's file, checked by its schema. */
  "virtual:product": () => withoutIncidents(readProduct()),
  /** What the site checks of each response, because the schemas themselves would double its scripts. */
  "virtual:response-shapes": responseShapes,
  "virtual:long-calls": longCalls,
};

/** Modules whose content the build makes. */
export function builtModules(): Plugin {
  return {
    name: "built-modules",
    resolveId: (id) => (Object.hasOwn(contents, id) ? `\0${id}` : null),
    load(id) {
      const content = contents[id.slice(1)]?.();
      if (content === undefined) return null;
      this.addWatchFile(ownersFile);
      return `export default ${JSON.stringify(content)}`;
    },
  };
}
