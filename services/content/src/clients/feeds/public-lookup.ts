import type { LookupAddress, LookupOptions, lookup } from "node:dns";
import { isPublicAddress } from "../../domain/feeds/public-address.ts";

type Found = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** The type of Node's `dns.lookup`. */
export type Resolve = typeof lookup;

/**
 * A name lookup for sockets that refuses a name with any address outside the public internet. The socket connects to the
 * checked address without a second lookup, so a name server that changes its answers cannot bypass the check.
 */
export const publicLookup =
  (resolve: Resolve) =>
  (hostname: string, options: LookupOptions, found: Found): void => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return found(error, []);
      const inside = addresses.find(({ address }) => !isPublicAddress(address));
      const [first] = addresses;
      if (inside !== undefined || first === undefined) {
        return found(Object.assign(new Error("not a public address"), { code: "EREFUSED" }), []);
      }
      if (options.all === true) return found(null, addresses);
      found(null, first.address, first.family);
    });
  };
