import { readFileSync } from "node:fs";
import { collectionsOf } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import { deliveryStores } from "./index.ts";

/** Written by the operators’ commands of every service, without a model. */
const withoutModel = ["operator_actions"];

test("the README names every collection that the service owns, and no other", () => {
  const declared = collectionsOf((mongo) =>
    deliveryStores(mongo, { deliveryDays: 400, secret: "" }),
  );
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const [, table = ""] = /## What it owns\n+(\|[^]*?)\n\n/u.exec(readme) ?? [];
  const cells = table.split("\n").map((row) => row.split("|")[1] ?? "");
  const named = cells.flatMap((cell) => cell.match(/(?<=`)\w+(?=`)/gu) ?? []);
  expect(named.toSorted()).toEqual([...declared, ...withoutModel].toSorted());
});
