import type { ClaimOptions } from "@matinale/kit";

/** How many documents a claim leases at most, and from when for how many milliseconds. */
export type ClaimTerms = Pick<ClaimOptions, "now" | "limit" | "leaseMs">;
