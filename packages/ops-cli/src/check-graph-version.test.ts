import { graphApi } from "@matinale/kit";
import { expect, test } from "vitest";
import { graphVersionAge } from "./check-graph-version.ts";
import { diagnose } from "./doctor.ts";

const meta = "https://graph.facebook.com";
const released = new Date(graphApi.releasedOn);
/** An instant this number of months and days after the release. */
const later = (months: number, days = 0) =>
  new Date(
    Date.UTC(
      released.getUTCFullYear(),
      released.getUTCMonth() + months,
      released.getUTCDate() + days,
    ),
  );

test("is content with a version until 18 months after its release", () => {
  expect(graphVersionAge(meta, later(0))).toEqual({
    message: `${graphApi.version} of the Graph API was released on ${graphApi.releasedOn}`,
  });
  expect(graphVersionAge(meta, later(18, -1)).isWarning).toBeUndefined();
});

test("warns from 18 months after the release", () => {
  for (const now of [later(18), later(24, -1)]) {
    expect(graphVersionAge(meta, now)).toMatchObject({
      isWarning: true,
      message: expect.stringContaining("set graphApi in packages/kit"),
    });
  }
});

test("fails from 24 months after the release", () => {
  expect(() => graphVersionAge(meta, later(24))).toThrow(
    `${graphApi.version} of the Graph API was released on ${graphApi.releasedOn} and may be switched off`,
  );
});

test("warns about an older version in WHATSAPP_API_URL, not about a newer one", () => {
  expect(graphVersionAge(`${meta}/v22.0`, later(0))).toMatchObject({
    isWarning: true,
    message: expect.stringContaining("names v22.0"),
  });
  for (const version of [graphApi.version, "v100.0"]) {
    expect(graphVersionAge(`${meta}/${version}`, later(0)).isWarning).toBe(false);
  }
});

test("doctor checks the version for the Cloud API only, and shows a warning as such", async () => {
  const noKafka = () => {
    throw new Error("unused");
  };
  const findingOf = async (env: Record<string, string>) =>
    (await diagnose(env, noKafka)).find(({ name }) => name === "graph api");
  const cloud = {
    WHATSAPP_TOKEN: "token",
    WHATSAPP_API_URL: "http://127.0.0.1:9/v1.0",
  };
  expect(await findingOf(cloud)).toMatchObject({ state: "warning" });
  expect(await findingOf({ ...cloud, WHATSAPP_ADAPTER: "waha" })).toBeUndefined();
  expect(await findingOf({})).toMatchObject({ state: "not set", message: "WHATSAPP_TOKEN" });
});
