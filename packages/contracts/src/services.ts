/** The services, in the order in which a request and then a digest passes them. Names are those of the folders in services/. */
export const serviceNames = [
  "gateway",
  "identity",
  "preferences",
  "billing",
  "content",
  "delivery",
] as const;
export type ServiceName = (typeof serviceNames)[number];
