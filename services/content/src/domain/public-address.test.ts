import { expect, test } from "vitest";
import { isPublicAddress, literalAddress } from "./public-address.ts";

test.each([
  "http://127.0.0.1/",
  "http://127.1/",
  "http://0x7f000001/",
  "http://2130706433/",
  "http://0177.0.0.1/",
  "http://0/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:7f00:1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://10.1.2.3/",
  "http://172.16.0.1/",
  "http://192.168.1.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://100.64.0.1/",
  "http://[fe80::1]/",
  "http://[fc00::1]/",
  "http://255.255.255.255/",
  "http://224.0.0.1/",
])("%s leads inside", (address) => {
  const literal = literalAddress(new URL(address));
  expect(literal).not.toBeNull();
  expect(isPublicAddress(literal ?? "")).toBe(false);
});

test("public addresses are let through, names are not addresses", () => {
  expect(isPublicAddress("93.184.216.34")).toBe(true);
  expect(isPublicAddress("2606:2800:220:1:248:1893:25c8:1946")).toBe(true);
  expect(literalAddress(new URL("https://news.example/"))).toBeNull();
  expect(isPublicAddress("news.example")).toBe(false);
});
