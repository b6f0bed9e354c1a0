import { serviceNames, type ServiceName as AnyServiceName } from "@matinale/contracts";

/** The services behind the gateway. */
export type ServiceName = Exclude<AnyServiceName, "gateway">;
export const services = serviceNames.filter((name): name is ServiceName => name !== "gateway");
