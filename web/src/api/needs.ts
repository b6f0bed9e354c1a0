/** A response of which the site needs the named fields; it works without the others. */
export type Needs<Given, Name extends keyof Given> = Pick<Given, Name> & Partial<Given>;
