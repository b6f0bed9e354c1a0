import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { cookieNamed, sessionIdReader } from "./session-cookie.ts";

const signed = (id: string, secret: string) =>
  `s:${id}.${createHmac("sha256", secret).update(id).digest("base64").replace(/=+$/, "")}`;

test.each([
  ["matinale=a", "a"],
  ["x=1; matinale=s%3Aa.b; y=2", "s:a.b"],
  ["xmatinale=1; matinale=2", "2"],
  ["matinale=%zz", undefined],
  ["other=1", undefined],
  [undefined, undefined],
])("reads the cookie from %j as %j", (header, value) => {
  expect(cookieNamed(header, "matinale")).toBe(value);
});

test("accepts ids signed by the current or a former secret only", () => {
  const read = sessionIdReader(["new-secret", "old-secret"]);
  for (const secret of ["new-secret", "old-secret"]) {
    expect(read(signed("id", secret))).toBe("id");
    expect(read(signed("id", secret))).toBe("id");
  }
  const others = [
    signed("id", "theirs"),
    "s:id.",
    "s:id",
    "id.x",
    "",
    signed("id", "new-secret").slice(2),
  ];
  for (const forged of others) expect(read(forged)).toBeUndefined();
  expect(read(signed("id", "new-secret").replace("s:id", "s:other"))).toBeUndefined();
});
