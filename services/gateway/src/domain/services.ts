import { serviceNames, type ServiceName as AnyServiceName } from "@matinale/contracts";

export type ServiceName = Exclude<AnyServiceName, "gateway">;
export const services = serviceNames.filter((name): name is ServiceName => name !== "gateway");
