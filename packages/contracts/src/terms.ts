/** Version of the terms of use and sale that a sign-up accepts: the day from which they apply. */
export const termsVersion = "2026-11-23";
