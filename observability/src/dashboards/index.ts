import type { Board } from "./board.ts";
import { business } from "./business.ts";
import { events } from "./events.ts";
import { overview } from "./overview.ts";
import { pipeline } from "./pipeline.ts";
import { providers } from "./providers.ts";
import { services } from "./services.ts";

export const boards: Readonly<Record<string, Board>> = {
  overview,
  pipeline,
  services,
  events,
  providers,
  business,
};
