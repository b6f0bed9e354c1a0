import { dashboardOf } from "./dashboards/board.ts";
import { boards } from "./dashboards/index.ts";

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Every generated file, by its path in the folder of generated files. */
export const generatedFiles = (): Map<string, string> =>
  new Map(
    Object.entries(boards).map(
      ([name, board]) => [`dashboards/${name}.json`, json(dashboardOf(board))] as const,
    ),
  );
