import {
  AnnotationQueryBuilder,
  DashboardBuilder,
  DashboardCursorSync,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
  ThresholdsConfigBuilder,
  ThresholdsMode,
  DashboardLinkBuilder,
  DashboardLinkType,
  VariableRefresh,
  type Dashboard,
} from "@grafana/grafana-foundation-sdk/dashboard";
import { DataqueryBuilder, PromQueryFormat } from "@grafana/grafana-foundation-sdk/prometheus";
import { PanelBuilder as StatBuilder } from "@grafana/grafana-foundation-sdk/stat";
import { PanelBuilder as TableBuilder } from "@grafana/grafana-foundation-sdk/table";
import { PanelBuilder as TimeseriesBuilder } from "@grafana/grafana-foundation-sdk/timeseries";
import * as common from "@grafana/grafana-foundation-sdk/common";
import { serviceNames } from "@matinale/contracts";
import { ours, series, standard } from "../expression.ts";
import { here } from "./queries.ts";

/** Grafana's names of number formats. */
export type Format = "s" | "percentunit" | "reqps" | "ops" | "bytes" | "none" | "bool_yes_no";

export interface Query {
  expr: string;
  /** With labels: `{{topic}}`. */
  legend: string;
}

interface PanelOptions {
  /** Without one, a number with a short unit. */
  format?: Format;
  /** One number, or a table of the labels, instead of a line over time. */
  as?: "stat" | "table";
  /** Orange from `warn`, red from `bad`. Lower bounds if `bad` is the lower one. */
  limits?: { warn: number; bad: number };
  /** Of 24 columns; without one, that of its row. */
  width?: 6 | 12 | 24;
  /** Name of its runbook. */
  runbook?: string;
  /** Why the panel may be empty in a healthy system. */
  mayBeEmpty?: string | undefined;
}

export interface Panel extends PanelOptions {
  title: string;
  description: string;
  queries: Query[];
}

/** @param description  what it shows, and what a wrong value means */
export const panel = (
  title: string,
  description: string,
  queries: Query | Query[],
  options: PanelOptions = {},
): Panel => ({ title, description, queries: [queries].flat(), ...options });

/** One number, a quarter of a row wide. */
export const stat = (...[title, description, queries, options]: Parameters<typeof panel>): Panel =>
  panel(title, description, queries, { as: "stat", width: 6, ...options });

interface Row {
  title: string;
  /** Of its panels without a width of their own. */
  width: 8 | 12;
  panels: Panel[];
}

export const row = (title: string, panels: Panel[]): Row => ({ title, width: 8, panels });
/** Panels of half its width. */
export const rowOfTwo = (title: string, panels: Panel[]): Row => ({ title, width: 12, panels });

export interface Board {
  uid: string;
  title: string;
  description: string;
  /** Adds the variable $service. */
  perService?: true;
  rows: Row[];
}

const source = { type: "prometheus", uid: "${datasource}" };

function thresholds({ limits }: Panel): ThresholdsConfigBuilder {
  const bounds = limits === undefined ? [] : [limits.warn, limits.bad];
  const colours = ["green", "orange", "red"];
  if (limits !== undefined && limits.bad < limits.warn) {
    bounds.reverse();
    colours.reverse();
  }
  const steps = [null, ...bounds].map((value, index) => ({
    value,
    color: colours[index] ?? "red",
  }));
  return new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(steps);
}

const heights = { stat: 5, line: 8 };

/** The chart puts `monitoring.rules.runbooksUrl` before it. */
const runbookLink = (name: string): DashboardLinkBuilder =>
  new DashboardLinkBuilder("Runbook")
    .type(DashboardLinkType.Link)
    .url(`docs/runbooks/${name}.md`)
    .targetBlank(true);

const shapeOf = (panel: Panel) => {
  switch (panel.as) {
    case "stat":
      return new StatBuilder()
        .height(heights.stat)
        .reduceOptions(new common.ReduceDataOptionsBuilder().calcs(["lastNotNull"]));
    case "table":
      return new TableBuilder()
        .height(heights.line)
        .dataLinks([runbookLink("${__data.fields.runbook}")]);
    default:
      return new TimeseriesBuilder()
        .height(heights.line)
        .min(0)
        .fillOpacity(8)
        .lineWidth(2)
        .showPoints(common.VisibilityMode.Never)
        .legend(
          new common.VizLegendOptionsBuilder()
            .displayMode(common.LegendDisplayMode.Table)
            .placement(common.LegendPlacement.Bottom)
            .showLegend(true)
            .calcs(["lastNotNull", "max"]),
        )
        .tooltip(new common.VizTooltipOptionsBuilder().mode(common.TooltipDisplayMode.Multi))
        .thresholdsStyle(
          new common.GraphThresholdsStyleConfigBuilder().mode(
            panel.limits
              ? common.GraphThresholdsStyleMode.Dashed
              : common.GraphThresholdsStyleMode.Off,
          ),
        );
  }
};

function built(panel: Panel, width: number) {
  const builder = shapeOf(panel);
  builder
    .title(panel.title)
    .description(panel.description)
    .links(panel.runbook === undefined ? [] : [runbookLink(panel.runbook)])
    .unit(panel.format ?? "short")
    .span(panel.width ?? width)
    .datasource(source)
    .thresholds(thresholds(panel));
  for (const [index, { expr, legend }] of panel.queries.entries()) {
    const query = new DataqueryBuilder()
      .refId(String.fromCharCode(65 + index))
      .expr(expr)
      .legendFormat(legend)
      .datasource(source);
    builder.withTarget(
      panel.as === "table" ? query.instant().format(PromQueryFormat.Table) : query,
    );
  }
  return builder;
}

/** A link to Grafana's Explore; variables of the dashboard stay as they are. */
function exploreLink(title: string, datasource: string, query: object): DashboardLinkBuilder {
  const range = { from: "${__from}", to: "${__to}" };
  const panes = { a: { datasource, queries: [{ refId: "A", ...query }], range } };
  const encoded = encodeURIComponent(JSON.stringify(panes)).replaceAll(
    /%24%7B(\w+)(?:%3A(\w+))?%7D/g,
    (_, name: string, format?: string) => `\${${name}${format === undefined ? "" : `:${format}`}}`,
  );
  return new DashboardLinkBuilder(title)
    .type(DashboardLinkType.Link)
    .url(`/explore?schemaVersion=1&panes=${encoded}`)
    .targetBlank(true);
}

/** When the newest process of each service started, in milliseconds: an upgrade, or a crash. */
export const startsExpr = `1000 * max by (job) (${standard("process_start_time_seconds", { ...ours, ...here })})`;

export function dashboardOf(board: Board): Dashboard {
  const builder = new DashboardBuilder(board.title)
    .uid(board.uid)
    .description(board.description)
    .tags(["matinale"])
    .editable()
    .refresh("30s")
    .time({ from: "now-6h", to: "now" })
    .timezone("browser")
    .tooltip(DashboardCursorSync.Crosshair)
    .link(
      new DashboardLinkBuilder("Matinale")
        .type(DashboardLinkType.Dashboards)
        .tags(["matinale"])
        .asDropdown(true)
        .includeVars(true)
        .keepTime(true),
    )
    .link(
      exploreLink("Logs", "${logs}", {
        expr: '{namespace=~"${namespace:regex}"} | json | level=~"warn|error|fatal"',
      }),
    )
    .link(exploreLink("Traces", "${traces}", { queryType: "traceql", query: "{ status = error }" }))
    .annotation(
      new AnnotationQueryBuilder()
        .name("Starts")
        .datasource(source)
        .enable(true)
        .iconColor("blue")
        .expr(startsExpr)
        .step("60s")
        .useValueForTime(true)
        .titleFormat("{{job}} started"),
    )
    .withVariable(
      new DatasourceVariableBuilder("datasource").label("Prometheus").type("prometheus"),
    )
    .withVariable(new DatasourceVariableBuilder("logs").label("Logs").type("loki"))
    .withVariable(new DatasourceVariableBuilder("traces").label("Traces").type("tempo"))
    .withVariable(
      choice("namespace", "Namespace", `label_values(${series("timezone_data_info")}, namespace)`),
    );
  if (board.perService) {
    const services = `label_values(${series("timezone_data_info", here)}, job)`;
    builder.withVariable(choice("service", "Service", services).allValue(serviceNames.join("|")));
  }
  for (const { title, width, panels } of board.rows) {
    builder.withRow(new RowBuilder(title));
    for (const panel of panels) builder.withPanel(built(panel, width));
  }
  return builder.build();
}

/** A variable whose default is all values, and series without the label (outside of Kubernetes). */
const choice = (name: string, label: string, query: string) =>
  new QueryVariableBuilder(name)
    .label(label)
    .query(query)
    .datasource(source)
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .multi(true)
    .includeAll(true)
    .allValue(".*")
    .current({ text: ["All"], value: ["$__all"], selected: true });
