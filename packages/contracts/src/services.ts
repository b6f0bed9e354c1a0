/** What runs in production: folders of services/, in the order in which a request and then a digest meets them. */
export const serviceNames = [
  "gateway",
  "identity",
  "preferences",
  "billing",
  "content",
  "delivery",
] as const;
export type ServiceName = (typeof serviceNames)[number];
