import { expect, test } from "vitest";
import { awaitTap, releaseByTap } from "../domain/delivery/transitions.ts";
import { after, readyDigest } from "../testing/fixtures.ts";
import { ifVersion } from "./leased-delivery.ts";

test("a tap that comes before the delivery waits for it makes the worker decide again", () => {
  const template = { form: "template", rank: 2, attempt: 1 } as const;
  const announced = readyDigest({ parts: { ...readyDigest().parts, template } });
  const { next } = releaseByTap("tap", after(1))(announced)!;
  const tapped = { ...next, version: announced.version + 1 };
  expect(ifVersion(announced, awaitTap)(announced)).not.toBeNull();
  expect(ifVersion(announced, awaitTap)(tapped)).toBeNull();
});
