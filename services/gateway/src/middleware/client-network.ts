import { isIP, isIPv6, SocketAddress } from "node:net";

/**
 * The network of one household or office: an IPv4 address, or the /64 prefix that one IPv6 customer gets.
 *
 * @param address  some load balancers write the port of the client behind it
 */
export function networkOf(address = "unknown"): string {
  const alone = isIP(address) === 0 ? SocketAddress.parse(address)?.address : undefined;
  const plain = (alone ?? address).replace(/^::ffff:(?=\d+\.)/, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const left = head.split(":").filter((group) => group !== "");
  const right = tail.split(":").filter((group) => group !== "");
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}
