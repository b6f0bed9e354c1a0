import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultProductFile, readProduct } from "../product.ts";

/** The file of this repository, with the plans that tests expect. */
export const testProduct = readProduct(defaultProductFile);

const folders: string[] = [];

/** For `afterAll`: Vitest ends its processes by a signal, at which they delete nothing. */
export function removeProductFiles(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Path of an owner's file with this text, until `removeProductFiles` or the exit of the process. */
export function writeProductFile(text: string): string {
  if (folders.length === 0) process.once("exit", removeProductFiles);
  const folder = mkdtempSync(join(tmpdir(), "matinale-product-"));
  folders.push(folder);
  const path = join(folder, "product.yaml");
  writeFileSync(path, text);
  return path;
}

const mediator = { name: "Médiation & Co", address: "1 rue du Port, Brest" };

/** Path of a file without placeholders, as production requires it, and with a mediator, as live payments do. */
export const completeProductFile = (): string =>
  writeProductFile(
    JSON.stringify({ ...testProduct, company: { ...testProduct.company, mediator } })
      .replaceAll(/"\[[^"]*\]"/g, '"Filled in"')
      .replaceAll(".example", ".test"),
  );
