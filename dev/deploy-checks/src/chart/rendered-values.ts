/** Settings on top of ci/production-values.yaml, in the form of helm's --set, and lines of the manifests. */
type RenderedValues = readonly [name: string, set: readonly string[], lines: string];

/** Values with one right reading, and what the chart must make of them. */
export const renderedValues: readonly RenderedValues[] = [
  [
    "a collector on the port of its scheme, whose address ends with a digit",
    ["tracing.endpoint=https://collector-2"],
    `
    - ports: [{ protocol: TCP, port: 443 }]
      to:
        - namespaceSelector:`,
  ],
  [
    "a host in lower case for the route",
    ["publicUrl=https://News.Example"],
    "hostnames: [news.example]",
  ],
  [
    "a long tag as a label",
    [`image.tag=${"a".repeat(62)}-b`],
    `app.kubernetes.io/version: "${"a".repeat(62)}"`,
  ],
];
