/** What a room of a service may import from the other rooms of the same service. */
export interface Room {
  imports: readonly string[];
  /** Rooms of which it may import types alone. */
  types?: readonly string[];
}

const below = ["domain", "store", "clients", "events"] as const;
const useCases = ["application", ...below] as const;
/** Harness and tests: they import everything, and no production code imports them. */
export const testRooms: readonly string[] = ["testing", "service-tests"];

/**
 * Rooms of a service, folders and files, from the rules of the business outwards: routes, consumers and
 * workers call use cases, use cases call stores, clients and rules, and rules call nothing. The
 * composition root (`service.ts`) and the entry point (`main.ts`) import everything but tests.
 */
export const serviceRooms: Readonly<Record<string, Room | "everything">> = {
  domain: { imports: [] },
  events: { imports: ["domain"], types: ["store"] },
  store: { imports: ["domain", "events"] },
  clients: { imports: ["domain", "store", "config.ts"] },
  metrics: { imports: ["domain", "store"] },
  application: { imports: below },
  middleware: { imports: ["domain", "store", "clients"], types: ["config.ts"] },
  routes: { imports: [...useCases, "middleware"], types: ["config.ts"] },
  consumers: { imports: useCases },
  workers: { imports: useCases },
  commands: { imports: [...useCases, "config.ts"] },
  "config.ts": { imports: ["domain"], types: ["application", "clients"] },
  "app.ts": { imports: [...useCases, "middleware", "routes"], types: ["config.ts"] },
  "service.ts": "everything",
  "main.ts": "everything",
};
