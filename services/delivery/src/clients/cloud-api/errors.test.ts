import { expect, test } from "vitest";
import { actionFor, cloudErrors } from "./errors.ts";
import type { RefusalKind } from "../../domain/channel/whatsapp.ts";

/** The expected action for each documented code, written independently of the table. */
const expected: Record<RefusalKind, readonly number[]> = {
  retry: [1, 2, 131000, 131016, 131057, 133004, 134101],
  throttled: [4, 613, 80007, 130429],
  pair_limit: [131056],
  change_form: [131047],
  media: [131052, 131053],
  defer: [130472, 131049],
  recipient: [130497, 131021, 131026, 131030, 137000],
  opted_out: [131050],
  message: [
    100, 506, 131001, 131002, 131006, 131008, 131009, 131043, 131051, 131055, 131062, 132000,
    132001, 132005, 132007, 132008, 132012, 132068, 132069, 134011, 135000,
  ],
  templates: [131048, 131063],
  voice_notes: [],
  unknown: [],
  template: [132015, 132016, 134102],
  sender: [
    0, 3, 10, 33, 190, 368, 131005, 131031, 131037, 131042, 131044, 131045, 131064, 133000, 133005,
    133006, 133008, 133009, 133010, 133015, 133016,
  ],
};
const cases = Object.entries(expected).flatMap(([action, codes]) =>
  codes.map((code) => ({ code, action })),
);

test.each(cases)("code $code leads to the action $action", ({ code, action }) => {
  // The HTTP status does not matter when the code is known.
  for (const status of [200, 400, 401, 403, 404, 429, 500, 503]) {
    expect(actionFor(code, status)).toBe(action);
  }
});

test("every permission code from 200 to 299 stops the sender", () => {
  for (let code = 200; code < 300; code += 1) expect(actionFor(code, 400)).toBe("sender");
});

test("the table lists exactly these codes, each once, in ascending order", () => {
  const codes = cloudErrors.map(({ code }) => code);
  expect(codes).toEqual(codes.toSorted((one, other) => one - other));
  expect(codes).toEqual(cases.map(({ code }) => code).toSorted((one, other) => one - other));
});

test.each([
  [302, "unknown"],
  [400, "unknown"],
  [401, "sender"],
  [403, "sender"],
  [404, "unknown"],
  [408, "retry"],
  [413, "unknown"],
  [429, "throttled"],
  [500, "retry"],
  [503, "retry"],
] as const)(
  "an unknown or missing code with status %s leads to the action %s",
  (status, action) => {
    expect(actionFor(999_999, status)).toBe(action);
    expect(actionFor(null, status)).toBe(action);
  },
);
