import type { z } from "zod";
import type { DeclaredOperation } from "./operations.ts";

type NameOf<Each> = Each extends {
  method: infer Method extends string;
  path: infer Path extends string;
}
  ? `${Method} ${Path}`
  : never;

/** Every endpoint under /api, as in "GET /user/preferences". */
export type Endpoint = NameOf<DeclaredOperation>;

type Named<Each, Name> = Each extends unknown ? (NameOf<Each> extends Name ? Each : never) : never;
type OperationOf<Name extends Endpoint> = Named<DeclaredOperation, Name>;

export type MethodOf<Name extends Endpoint> = OperationOf<Name>["method"];

/** The successful response; null when it has no body. */
export type ResponseOf<Name extends Endpoint> =
  OperationOf<Name>["answer"]["schema"] extends infer Schema
    ? Schema extends z.ZodType
      ? z.output<Schema>
      : null
    : never;

/** The body of a request before defaults are added; undefined when the endpoint takes none. */
export type BodyOf<Name extends Endpoint> =
  OperationOf<Name> extends { body: infer Body }
    ? Body extends z.ZodType
      ? z.input<Body>
      : FormData
    : undefined;

/** The query parameters before defaults are added; undefined when the endpoint takes none. */
export type QueryOf<Name extends Endpoint> =
  OperationOf<Name> extends { query: infer Query extends z.ZodType } ? z.input<Query> : undefined;
