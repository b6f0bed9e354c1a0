import { expect, test } from "vitest";
import { CannotStart } from "../cannot-start.ts";
import { check } from "./check.ts";

test("an unknown step is an error that names it, and no step runs", async () => {
  const checked = check(["lint", "integraton"]);
  await expect(checked).rejects.toThrow(CannotStart);
  await expect(checked).rejects.toThrow("no step integraton; the steps are lint, types,");
});
