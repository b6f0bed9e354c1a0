import type { BodyOf, Endpoint, MethodOf, PathOf, QueryOf } from "@matinale/contracts/browser";
import type { FetchArgs } from "@reduxjs/toolkit/query";

type Options = Omit<FetchArgs, "url" | "method" | "params" | "body">;

/** GET is the default. */
type Method<Given> = [Given] extends ["GET"] ? { method?: Given } : { method: Given };

/** The services treat a missing body as an empty object. */
type Body<Given> = [Given] extends [undefined]
  ? { body?: never }
  : Record<never, never> extends Given
    ? { body?: Given }
    : { body: Given };

type Query<Given> = [Given] extends [undefined] ? { params?: never } : { params?: Given };

/** A request to one endpoint, such as "PATCH /user/preferences": its path, method and body. */
export type RequestTo<Name extends Endpoint> = Name extends unknown
  ? Options & { url: PathOf<Name> } & Method<MethodOf<Name>> &
      Body<BodyOf<Name>> &
      Query<QueryOf<Name>>
  : never;

/** A request to any endpoint. A path alone is a GET. Other paths, methods and bodies are type errors. */
export type ApiRequest = PathOf<Extract<Endpoint, `GET ${string}`>> | RequestTo<Endpoint>;
