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
  "http://[64:ff9b:1::7f00:1]/",
  "http://[::7f00:1]/",
  "http://[::ffff:0:7f00:1]/",
  "http://[2002:7f00:1::]/",
  "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
  "http://[::]/",
  "http://[fec0::1]/",
  "http://[ff02::1]/",
  "http://[2001:db8::1]/",
  "http://[4000::1]/",
  "http://127.0.0.1./",
  "http://①②⑦.0.0.1/",
  "http://192.0.0.8/",
  "http://198.18.0.1/",
  "http://203.0.113.5/",
  "http://10.1.2.3/",
  "http://172.16.0.1/",
  "http://192.168.1.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://100.64.0.1/",
  "http://[fe80::1]/",
  "http://[fc00::1]/",
  "http://255.255.255.255/",
  "http://224.0.0.1/",
])("finds %s not public", (address) => {
  const literal = literalAddress(new URL(address));
  expect(literal).not.toBeNull();
  expect(isPublicAddress(literal ?? "")).toBe(false);
});

test("refuses an address with a zone, which is not valid in a URL", () => {
  expect(URL.parse("http://[fe80::1%25eth0]/")).toBeNull();
  expect(isPublicAddress("fe80::1%eth0")).toBe(false);
});

test("accepts public addresses, and does not take names for addresses", () => {
  expect(isPublicAddress("93.184.216.34")).toBe(true);
  expect(isPublicAddress("2606:2800:220:1:248:1893:25c8:1946")).toBe(true);
  expect(literalAddress(new URL("https://news.example/"))).toBeNull();
  expect(isPublicAddress("news.example")).toBe(false);
});
