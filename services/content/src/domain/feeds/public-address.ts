import ipaddr from "ipaddr.js";

/** The part of IPv6 that is allocated (IANA, IPv6 address space). Outside it are addresses such as ::127.0.0.1. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IP address belongs to the public internet. Loopback, private, link-local, carrier, documentation,
 * multicast and reserved ranges do not; neither does an IPv4 address of those ranges inside an IPv6 address. Any other
 * text is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return false;
  return parsed.range() === "unicast";
}

/**
 * The IP address in a URL, or null when its host is a name. The URL parser has already changed 127.1, 0x7f000001 and
 * 2130706433 to dotted form, so other notations cannot bypass the check.
 */
export function literalAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/gu, "");
  return ipaddr.isValid(host) ? host : null;
}
