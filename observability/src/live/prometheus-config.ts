import { stringify } from "yaml";

/** A process that Prometheus scrapes. */
export interface Target {
  /** Becomes the label `job`, as on Kubernetes. */
  name: string;
  metricsUrl: string;
}

/**
 * Prometheus' configuration for processes at known addresses.
 *
 * @param options.scrapeSeconds  between two scrapes of a target
 * @param options.ruleFiles      absolute paths, with patterns
 */
export const prometheusConfig = (options: {
  targets: readonly Target[];
  ruleFiles: readonly string[];
  scrapeSeconds: number;
}): string =>
  stringify({
    global: { scrape_interval: `${options.scrapeSeconds}s`, evaluation_interval: "15s" },
    rule_files: options.ruleFiles,
    scrape_configs: options.targets.map(({ name, metricsUrl }) => {
      const { host, pathname } = new URL(metricsUrl);
      return { job_name: name, metrics_path: pathname, static_configs: [{ targets: [host] }] };
    }),
  });
