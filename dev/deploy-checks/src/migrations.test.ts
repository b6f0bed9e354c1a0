import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { serviceNames } from "@matinale/contracts";
import { expect, test } from "vitest";
import { root } from "./places.ts";

test.each(serviceNames.filter((name) => name !== "gateway"))(
  "the migration of %s declares every collection",
  async (service) => {
    const folder = join(root, "services", service, "src");
    const files = (await readdir(join(folder, "store"))).filter(
      (file) => !file.endsWith(".test.ts"),
    );
    const stores = await Promise.all(
      files.map(async (file) => ({
        file,
        text: await readFile(join(folder, "store", file), "utf8"),
      })),
    );
    /** The text of a file, with the list of all stores if it imports that. */
    const withStores = async (path: string) => {
      const text = await readFile(join(folder, path), "utf8");
      const all = stores.find(({ file }) => file === "index.ts" && text.includes("store/index.ts"));
      return text + (all?.text ?? "");
    };
    /** Stores that declare another one. */
    const nesting = stores.filter(({ text }) => /\bnew \w+\(connection\)/.test(text));
    const migration = [
      await withStores("commands/migrate.ts"),
      ...nesting.map(({ text }) => text),
    ].join("\n");
    const declaring = stores.filter(({ text }) => /\b(?:storeOf<|connection\.model\b)/.test(text));
    expect(declaring).not.toEqual([]);
    const missing = declaring.filter(({ file }) => !migration.includes(`/${file}"`));
    expect(missing.map(({ file }) => file)).toEqual([]);
    const main = await withStores("service.ts");
    expect(migration.includes("ErasedPeople")).toBe(main.includes("ErasedPeople"));
  },
);
