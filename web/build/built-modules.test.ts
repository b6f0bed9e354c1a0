import { expect, test } from "vitest";
import { builtModules } from "./built-modules.ts";

test("the scripts have the owner's file without its incidents", () => {
  const { load } = builtModules();
  const script = (load as (this: object, id: string) => string).call(
    { addWatchFile: () => undefined },
    "\0virtual:product",
  );
  expect(script).toContain('"supportEmail"');
  expect(script).not.toContain('"incidents"');
});
