import { expect, test } from "vitest";
import { networkOf } from "./client-network.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2::9", "2001:db8:1:2"],
  ["2001:db8::9", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["192.0.2.7:52811", "192.0.2.7"],
  ["[2001:db8:1:2::9]:52811", "2001:db8:1:2"],
  ["nonsense", "nonsense"],
  [undefined, "unknown"],
])("counts %s as the network %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
