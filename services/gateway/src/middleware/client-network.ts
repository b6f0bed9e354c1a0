import { isIPv6 } from "node:net";

/** The network of one household or office: an IPv4 address, or the /64 prefix that one IPv6 customer gets. */
export function networkOf(address: string | undefined): string {
  const plain = (address ?? "unknown").replace(/^::ffff:(?=\d+\.)/, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const left = head.split(":").filter((group) => group !== "");
  const right = tail.split(":").filter((group) => group !== "");
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}
