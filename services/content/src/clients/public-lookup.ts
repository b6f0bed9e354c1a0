import { lookup, type LookupAddress, type LookupOptions } from "node:dns";
import { isPublicAddress } from "../domain/public-address.ts";

type Found = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/**
 * The system's name lookup, for sockets: a name that has any address outside the public internet is refused, so that
 * one which answers differently each time cannot lead inside.
 */
export function publicLookup(hostname: string, options: LookupOptions, found: Found): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return found(error, []);
    const inside = addresses.find(({ address }) => !isPublicAddress(address));
    const [first] = addresses;
    if (inside !== undefined || first === undefined) {
      return found(Object.assign(new Error("not a public address"), { code: "EREFUSED" }), []);
    }
    if (options.all === true) return found(null, addresses);
    found(null, first.address, first.family);
  });
}
