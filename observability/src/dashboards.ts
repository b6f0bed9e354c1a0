import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { chartFolder, root } from "./places.ts";

/** The parts of Grafana's JSON that checks read. */
const dashboard = z.looseObject({
  title: z.string(),
  panels: z.array(
    z.looseObject({
      type: z.string(),
      title: z.string(),
      description: z.string().default(""),
      links: z.array(z.object({ url: z.string() })).default([]),
      targets: z.array(z.object({ expr: z.string() })).default([]),
    }),
  ),
  links: z.array(z.unknown()),
  annotations: z.object({ list: z.array(z.looseObject({ expr: z.string() })) }),
  templating: z.object({ list: z.array(z.looseObject({ name: z.string() })) }),
});

export const dashboards = globSync(`${chartFolder}/dashboards/*.json`, { cwd: root }).map((path) =>
  dashboard.parse(JSON.parse(readFileSync(join(root, path), "utf8"))),
);

/** The panels of a dashboard without the titles of its rows. */
export const panelsOf = ({ panels }: z.infer<typeof dashboard>) =>
  panels.filter(({ type }) => type !== "row");
