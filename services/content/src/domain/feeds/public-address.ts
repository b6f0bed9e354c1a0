import ipaddr from "ipaddr.js";

/** All that has been given out of IPv6 (IANA, IPv6 address space); what lies outside includes ::127.0.0.1. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IP address belongs to the public internet. Loopback, private, link-local, carrier, documentation,
 * multicast and reserved ranges do not; neither does an IPv4 address of those ranges written inside an IPv6 one.
 * What is not an IP address is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return false;
  return parsed.range() === "unicast";
}

/**
 * The IP address that a URL names literally, or null when its host is a name. URL parsing has already turned
 * 127.1, 0x7f000001 and 2130706433 into dotted form, so what is written differently cannot slip through.
 */
export function literalAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/gu, "");
  return ipaddr.isValid(host) ? host : null;
}
