import type { LookupAddress, LookupOptions } from "node:dns";
import { expect, test } from "vitest";
import { publicLookup, type Resolve } from "./public-lookup.ts";

/** A resolver with these answers, one after the other. */
function resolving(...answers: string[][]) {
  const asked: string[] = [];
  const resolve = (
    hostname: string,
    _options: LookupOptions,
    found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ) => {
    const answer = answers[asked.length] ?? [];
    asked.push(hostname);
    found(
      null,
      answer.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
  return { resolve: resolve as Resolve, asked };
}
const found = (resolve: Resolve, options: LookupOptions = { all: true }) =>
  new Promise<unknown>((resolved) => {
    publicLookup(resolve)("news.example", options, (error, address, family) =>
      resolved(error === null ? (family === undefined ? address : [address, family]) : error.code),
    );
  });

test.each([
  ["127.0.0.1"],
  ["10.0.0.5"],
  ["169.254.169.254"],
  ["100.64.0.1"],
  ["::1"],
  ["::ffff:10.0.0.1"],
  ["::7f00:1"],
  ["64:ff9b::a00:1"],
  ["2002:a00:1::"],
  ["fe80::1%eth0"],
  ["fd00::1"],
])("refuses a name that resolves to %s", async (address) => {
  expect(await found(resolving([address]).resolve)).toBe("EREFUSED");
});

test("refuses a name with one private address among public ones", async () => {
  expect(await found(resolving(["1.1.1.1", "10.0.0.1"]).resolve)).toBe("EREFUSED");
  expect(await found(resolving([]).resolve)).toBe("EREFUSED");
});

test("gives the socket the checked addresses without a second lookup", async () => {
  const { resolve, asked } = resolving(["1.1.1.1", "2606:4700::1111"], ["10.0.0.1"]);
  expect(await found(resolve)).toEqual([
    { address: "1.1.1.1", family: 4 },
    { address: "2606:4700::1111", family: 6 },
  ]);
  expect(asked).toEqual(["news.example"]);
});

test("returns one address when one is asked for", async () => {
  expect(await found(resolving(["1.1.1.1"]).resolve, {})).toEqual(["1.1.1.1", 4]);
});
