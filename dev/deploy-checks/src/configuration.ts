import { serviceNames } from "@matinale/contracts";
import type { z } from "zod";
import { baseEnv, kafkaEnv, mongoEnv } from "@matinale/kit";
import { variablesOf } from "./chart/environment.ts";

interface Variable {
  description?: string;
  default?: unknown;
  enum?: readonly string[];
}

/** Descriptions of defaults that depend on the machine. */
const describedDefaults: Readonly<Record<string, string>> = {
  PRODUCT_FILE: "`config/product.yaml` of this repository",
  WEB_DIST: "the site built in this repository",
};
const common = new Set(Object.keys({ ...baseEnv, ...mongoEnv, ...kafkaEnv }));

const head = `# Configuration

Services check their environment variables when they start. If one is invalid, they print all problems at once, without values, and exit. An empty variable counts as absent. \`make gen\` generates this page from the schemas. On Kubernetes the chart sets the variables from its [values](../charts/matinale/values.yaml).

Bold variables are required. \`make up\` sets all of them; [.env.example](../.env.example) lists those that you can set for it.
`;

function cell({ description = "", enum: choices }: Variable): string {
  const parts = [description, ...(choices === undefined ? [] : [choices.join(", ")])];
  return parts.filter(Boolean).join(": ").replaceAll("|", "\\|");
}

function fallback(name: string, { default: value }: Variable): string {
  const description = describedDefaults[name];
  if (description !== undefined) return description;
  if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0))
    return "";
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

function table(names: readonly string[], found: z.core.JSONSchema.BaseSchema): string {
  const required = new Set(found.required ?? []);
  const rows = names.map((name) => {
    const variable = found.properties?.[name] as Variable;
    const shown = required.has(name) ? `**\`${name}\`**` : `\`${name}\``;
    return `| ${shown} | ${fallback(name, variable)} | ${cell(variable)} |`;
  });
  return ["| Variable | Default | Meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

/** The page docs/configuration.md, before the formatter aligns its tables. */
export function configurationPage(): string {
  const names = (found: z.core.JSONSchema.BaseSchema) => Object.keys(found.properties ?? {});
  const shared = variablesOf("preferences");
  const sections = serviceNames.flatMap((service) => {
    const found = variablesOf(service);
    const own = names(found).filter((name) => !common.has(name));
    return own.length === 0 ? [] : [`## ${service}\n\n${table(own, found)}`];
  });
  const all = `## Every service\n\nThe gateway needs no MongoDB and no Kafka.\n\n${table(
    names(shared).filter((name) => common.has(name)),
    shared,
  )}`;
  return `${[head, all, ...sections].join("\n\n").replaceAll("\n\n\n", "\n\n")}\n`;
}
