import {
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
import { DataqueryBuilder } from "@grafana/grafana-foundation-sdk/prometheus";
import { PanelBuilder as StatBuilder } from "@grafana/grafana-foundation-sdk/stat";
import { PanelBuilder as TimeseriesBuilder } from "@grafana/grafana-foundation-sdk/timeseries";
import * as common from "@grafana/grafana-foundation-sdk/common";

/** Grafana's names of number formats. */
export type Format = "s" | "percentunit" | "reqps" | "ops" | "bytes" | "none" | "bool_on_off";

export interface Query {
  expr: string;
  /** With labels: `{{topic}}`. */
  legend: string;
}

export interface Panel {
  title: string;
  /** What it shows, and what a wrong value means. */
  description: string;
  /** Without one, a number with a short unit. */
  format?: Format;
  queries: Query[];
  /** One number instead of a line over time. */
  stat?: true;
  /** Yellow from `warn`, red from `bad`. */
  limits?: { warn: number; bad: number };
  /** Lower is worse: limits are lower bounds. */
  falling?: true;
  /** Of 24 columns; 8 when left out. */
  width?: 6 | 8 | 12 | 24;
  /** Name of its runbook. */
  runbook?: string;
  /** Why the panel may be empty in a healthy system. */
  mayBeEmpty?: string | undefined;
}

export interface Board {
  uid: string;
  title: string;
  description: string;
  /** Adds the variable $service. */
  perService?: true;
  rows: { title: string; panels: Panel[] }[];
}

const source = { type: "prometheus", uid: "${datasource}" };

function thresholds({ limits, falling }: Panel): ThresholdsConfigBuilder {
  const colours = ["green", "orange", "red"] as const;
  const steps = limits === undefined ? [] : [limits.warn, limits.bad];
  const ordered = falling
    ? [
        { value: null, color: "red" },
        ...steps
          .toReversed()
          .map((value, index) => ({ value, color: ["orange", "green"][index] ?? "green" })),
      ]
    : [
        { value: null, color: colours[0] },
        ...steps.map((value, index) => ({ value, color: colours[index + 1] ?? "red" })),
      ];
  return new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(ordered);
}

const described = ({ description, runbook }: Panel): string =>
  runbook === undefined ? description : `${description}\n\nRunbook: docs/runbooks/${runbook}.md`;

const heights = { stat: 5, line: 8 };

function built(panel: Panel) {
  const builder = panel.stat
    ? new StatBuilder()
        .height(heights.stat)
        .reduceOptions(new common.ReduceDataOptionsBuilder().calcs(["lastNotNull"]))
    : new TimeseriesBuilder()
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
  builder
    .title(panel.title)
    .description(described(panel))
    .unit(panel.format ?? "short")
    .span(panel.width ?? 8)
    .datasource(source)
    .thresholds(thresholds(panel));
  for (const [index, { expr, legend }] of panel.queries.entries()) {
    builder.withTarget(
      new DataqueryBuilder()
        .refId(String.fromCharCode(65 + index))
        .expr(expr)
        .legendFormat(legend)
        .datasource(source),
    );
  }
  return builder;
}

/** A dashboard as Grafana imports it. */
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
    .withVariable(
      new DatasourceVariableBuilder("datasource").label("Prometheus").type("prometheus"),
    )
    .withVariable(choice("namespace", "Namespace", "label_values(up, namespace)"));
  if (board.perService) {
    const services =
      'label_values(http_request_duration_seconds_count{namespace=~"$namespace"}, job)';
    builder.withVariable(choice("service", "Service", services));
  }
  for (const { title, panels } of board.rows) {
    builder.withRow(new RowBuilder(title));
    for (const panel of panels) builder.withPanel(built(panel));
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
