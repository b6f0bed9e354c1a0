import { openApiDocument, operations, type Operation } from "@matinale/contracts/api";
import { router } from "@matinale/kit";
import type { Router } from "express";

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

interface Described {
  parameters: { in: string }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

const schema = (value: unknown): string =>
  `<pre>${escape(JSON.stringify(value, null, 2).replaceAll("#/components/schemas/", "#"))}</pre>`;
const content = (media: Record<string, { schema: unknown }> | undefined): string =>
  Object.entries(media ?? {})
    .map(([type, { schema: value }]) => `<p><code>${escape(type)}</code></p>${schema(value)}`)
    .join("");

function section({ method, path, signedIn, summary, description }: Operation, of: Described) {
  const parameters = of.parameters.filter((parameter) => parameter.in !== "header");
  const responses = Object.entries(of.responses).map(([status, answer]) => {
    const body = Number(status) < 400 ? content(answer.content) : "";
    return `<dt>${status}</dt><dd>${escape(answer.description)}${body}</dd>`;
  });
  return `<details><summary><b class="${method}">${method}</b> <code>/api${path}</code>
    ${escape(summary)}${signedIn ? " 🔒" : ""}</summary>
    ${description === undefined ? "" : `<p>${escape(description)}</p>`}
    ${parameters.length > 0 ? `<h3>Parameters</h3>${schema(parameters)}` : ""}
    ${of.requestBody === undefined ? "" : `<h3>Body</h3>${content(of.requestBody.content)}`}
    <h3>Answers</h3><dl>${responses.join("")}</dl></details>`;
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1d1b18;background:#fffdf9}
details{border:1px solid #ddd5c8;border-radius:.5rem;margin:.4rem 0;padding:.5rem .8rem}summary{cursor:pointer}
pre{background:#f4efe6;padding:.7rem;border-radius:.4rem;overflow:auto;font-size:.85rem}
b{display:inline-block;min-width:4.2rem}.GET{color:#1c6b46}.POST{color:#1d4f91}.PATCH{color:#8a5200}.DELETE{color:#a3271f}
dt{font-weight:600}dd{margin:0 0 .5rem 1.5rem}h2{text-transform:capitalize}`;

function page(): string {
  const document = openApiDocument() as {
    info: { description: string };
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Record<string, unknown> };
  };
  const described = ({ method, path }: Operation) =>
    document.paths[`/api${path.replaceAll(/:(\w+)/g, "{$1}")}`]?.[method.toLowerCase()];
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const chapters = tags.map((tag) => {
    const sections = operations
      .filter((operation) => operation.tag === tag)
      .map((operation) => {
        const of = described(operation);
        return of === undefined ? "" : section(operation, of);
      });
    return `<h2>${tag}</h2>${sections.join("")}`;
  });
  const schemas = Object.entries(document.components.schemas).map(
    ([name, value]) =>
      `<details id="${name}"><summary><code>${name}</code></summary>${schema(value)}</details>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Matinale: API</title>
<meta name="viewport" content="width=device-width"><style>${style}</style>
<h1>Matinale: API</h1><p>${escape(document.info.description)}</p>
<p>🔒 needs a session. <a href="docs/openapi.json">OpenAPI 3.1</a></p>
${chapters.join("")}<h2>Schemas</h2>${schemas.join("")}</html>`;
}

/** Description of the API for developers. A browser opens it by a link, so X-Requested-With is not required. */
export function apiDocs(): Router {
  const html = page();
  return router()
    .get("/docs", (_req, res) => {
      res.setHeader("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'");
      res.type("html").send(html);
    })
    .get("/docs/openapi.json", (_req, res) => void res.json(openApiDocument()));
}
