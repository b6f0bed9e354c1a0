import type { LookupAddress, LookupOptions, lookup } from "node:dns";
import { isPublicAddress } from "../../domain/feeds/public-address.ts";

type Found = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** A name lookup as Node has it. */
export type Resolve = typeof lookup;

/**
 * A name lookup for sockets: a name that has any address outside the public internet is refused. A socket connects
 * to what it is answered here and asks no second time, so a name that answers differently each time leads nowhere else.
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
