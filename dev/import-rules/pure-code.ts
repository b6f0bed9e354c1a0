/** Packages that do no input or output: all that `domain/` may import from a registry. */
export const purePackages = [
  "@zxcvbn-ts",
  "entities",
  "ipaddr.js",
  "libphonenumber-js",
  "temporal-polyfill",
  "zod",
] as const;

/** Modules of Node.js that reach nothing outside of the process. */
export const pureModules: readonly string[] = ["buffer", "crypto", "path", "url", "util"];

/** Our packages that compute and do no input or output. */
export const engines = ["newsroom", "voice-note"] as const;

/** Our packages that `domain/` and the engines may import. */
export const ourPurePackages: readonly string[] = ["contracts", ...engines];

/** Libraries that do input or output, which no engine imports. */
export const ioLibraries = ["express", "ioredis", "kafkajs", "mongoose", "pino", "undici"] as const;
