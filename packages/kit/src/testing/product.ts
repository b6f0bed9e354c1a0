import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultProductFile, readProduct } from "../product.ts";

/** The file of this repository, with the plans that tests expect. */
export const testProduct = readProduct(defaultProductFile);

/** Path of a file without placeholders, as production requires it. */
export function completeProductFile(): string {
  const filled = JSON.stringify(testProduct)
    .replaceAll(/"\[[^"]*\]"/g, '"Filled in"')
    .replaceAll(".example", ".test");
  const path = join(mkdtempSync(join(tmpdir(), "product-")), "product.yaml");
  writeFileSync(path, filled);
  return path;
}
