import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIdentity, verifyIdentity } from "./identity.ts";

const secret = "a secret of at least thirty-two characters";
const delivery = { audience: "delivery", secret };

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-23T08:00:00Z") }));
afterEach(() => void vi.useRealTimers());

test("accepts a token repeatedly until it expires after a minute", async () => {
  const token = await signIdentity({ subject: "camille", ...delivery });
  expect(await verifyIdentity(token, delivery)).toEqual({ subject: "camille" });

  vi.setSystemTime(new Date("2026-11-23T08:00:59.900Z"));
  expect(await verifyIdentity(token, delivery)).toEqual({ subject: "camille" });
  vi.setSystemTime(new Date("2026-11-23T08:01:00Z"));
  await expect(verifyIdentity(token, delivery)).rejects.toThrow('"exp" claim');
});

test("refuses a token for another audience, also after a success", async () => {
  const token = await signIdentity({ subject: "camille", ...delivery });
  await verifyIdentity(token, delivery);
  const [header, , signature] = token.split(".");
  const claims = { iss: "matinale", aud: "delivery", sub: "noa", exp: Date.now() / 1000 + 60 };
  const other = Buffer.from(JSON.stringify(claims)).toString("base64url");

  await expect(verifyIdentity(token, { ...delivery, audience: "billing" })).rejects.toThrow(
    '"aud" claim',
  );
  for (const [forged, secretOfService] of [
    [token, `${secret}!`],
    [`${header}.${other}.${signature}`, secret],
  ] as const) {
    const verifying = verifyIdentity(forged, { ...delivery, secret: secretOfService });
    await expect(verifying).rejects.toThrow("signature verification failed");
  }
});
