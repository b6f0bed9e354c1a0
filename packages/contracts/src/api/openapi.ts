import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { errorCodes, type ErrorCode } from "../error-codes.ts";
import { envelope, errorsOf, type Operation } from "./operation.ts";
import { operations } from "./operations.ts";

type Json = { [key: string]: unknown };

/** JSON Schemas in the dialect of OpenAPI 3.1; those with an id become components, once. */
function schemaCollector() {
  const components: Json = {};
  const collect = (schema: z.ZodType): Json => {
    // wrapped, because a schema with an id becomes a reference only inside another schema
    const text = JSON.stringify(z.toJSONSchema(z.object({ schema }), { io: "input" }));
    const json = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as {
      properties: { schema: Json };
      $defs?: Json;
    };
    for (const [name, { id: _id, ...definition }] of Object.entries(json.$defs ?? {}) as [
      string,
      Json,
    ][]) {
      components[name] = definition;
    }
    return json.properties.schema;
  };
  return { components, collect };
}

function parametersIn(place: "path" | "query", schema: Json): Json[] {
  const required = (schema["required"] ?? []) as string[];
  return Object.entries((schema["properties"] ?? {}) as Record<string, Json>).map(
    ([name, each]) => ({
      name,
      in: place,
      required: place === "path" || required.includes(name),
      schema: each,
    }),
  );
}

const csrfHeader = {
  name: "X-Requested-With",
  in: "header",
  required: true,
  description: "Pages of other sites cannot send it",
  schema: { const: "XMLHttpRequest" },
};

const retryAfter = {
  "Retry-After": {
    description: "Seconds to wait before the next attempt",
    schema: { type: "integer" },
  },
};
const saysWhenToRetry = new Set<number>([429, 503]);

const answerHeaders = (headers: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, schema: { type: "string" } },
    ]),
  );

function refusals(codes: ReadonlySet<ErrorCode>, error: Json): Json {
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code]);
  const answers = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: `${STATUS_CODES[status]}: ${codes.join(", ")}`,
      headers: saysWhenToRetry.has(status) ? retryAfter : undefined,
      content: { "application/json": { schema: error } },
    },
  ]);
  return Object.fromEntries(answers) as Json;
}

/** A property that is undefined is not in the JSON. */
export function openApiDocument(): Json {
  const { components, collect } = schemaCollector();
  const error = collect(envelope);

  const requestBody = (body: NonNullable<Operation["body"]>): Json => {
    if (!("file" in body)) {
      // services read an absent body as an empty object
      const required = !body.safeParse({}).success;
      return { required, content: { "application/json": { schema: collect(body) } } };
    }
    const file = { type: "string", format: "binary", description: body.description };
    const schema = { type: "object", required: [body.file], properties: { [body.file]: file } };
    return { required: true, content: { "multipart/form-data": { schema } } };
  };

  const describe = (operation: Operation): Json => {
    const { summary, description, tag, signedIn, params, query, body, answer } = operation;
    return {
      operationId: `${operation.method.toLowerCase()}${operation.path.replaceAll(/[/:-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      summary,
      description,
      tags: [tag],
      security: signedIn ? [{ session: [] }] : [],
      parameters: [
        csrfHeader,
        ...(params === undefined ? [] : parametersIn("path", collect(params))),
        ...(query === undefined ? [] : parametersIn("query", collect(query))),
      ],
      requestBody: body && requestBody(body),
      responses: {
        [answer.status]: {
          description: "Success",
          headers: answer.headers && answerHeaders(answer.headers),
          content: answer.schema
            ? { "application/json": { schema: collect(answer.schema) } }
            : undefined,
        },
        ...(operation.empty && { 204: { description: operation.empty } }),
        ...refusals(errorsOf(operation), error),
      },
    };
  };

  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = `/api${operation.path.replaceAll(/:(\w+)/g, "{$1}")}`;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Matinale",
      version: "1",
      description:
        "The API of the web app. Bodies are JSON of at most 32 kB; unknown keys are refused. Every " +
        "error has a message, a code and the id of the request. Messages are in the language of " +
        "Accept-Language (fr or en), else in the account's where the service knows it, else in French.",
    },
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(components).sort(([one], [other]) => one.localeCompare(other)),
      ),
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-matinale",
          description: "Set by sign-in; named matinale when the app is served without https",
        },
      },
    },
  };
}
