import { fileURLToPath } from "node:url";

/** The repository. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Folders in services/. */
export const serviceNames = [
  "gateway",
  "identity",
  "preferences",
  "billing",
  "content",
  "delivery",
] as const;
export type ServiceName = (typeof serviceNames)[number];
