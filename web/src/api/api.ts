import type { BodyOf, Endpoint, QueryOf, ResponseOf } from "@matinale/contracts/browser";
import { createApi } from "@reduxjs/toolkit/query/react";
import { cacheSeconds } from "../config/constants.ts";
import { baseQuery, type ApiRequest } from "./base-query.ts";

const tagTypes = [
  "Me",
  "Preferences",
  "DeliveryHours",
  "Subscription",
  "UserCategories",
  "History",
  "Automation",
  "Sessions",
] as const;

/** The client of the gateway; resources and features inject their endpoints. */
export const api = createApi({
  reducerPath: "api",
  baseQuery,
  keepUnusedDataFor: cacheSeconds,
  // By default, tags wait until no call is pending, and a preview takes up to a minute. A query that is running when its data
  // become outdated is repeated when it ends.
  invalidationBehavior: "immediately",
  tagTypes,
  endpoints: () => ({}),
});

/** The services treat a missing body as an empty object. */
type Body<Given> = [Given] extends [undefined]
  ? { body?: never }
  : Record<never, never> extends Given
    ? { body?: Given }
    : { body: Given };

type Query<Given> = [Given] extends [undefined] ? { params?: never } : { params?: Given };

type Path<Name extends Endpoint> = Name extends `${string}/:id${string}`
  ? { /** Replaces `:id` in the path. */ id: number | string }
  : { id?: never };

type RequestTo<Name extends Endpoint> = Omit<ApiRequest, "url" | "method" | "params" | "body"> &
  Path<Name> &
  Body<BodyOf<Name>> &
  Query<QueryOf<Name>>;

/** Endpoints that can be called without a body. */
type Plain = {
  [Name in Endpoint]: Record<never, never> extends RequestTo<Name> ? Name : never;
}[Endpoint];

interface Definition<Argument, Result> {
  query: (argument: Argument) => ApiRequest;
  transformResponse: (body: unknown) => Result;
}

/**
 * Request and response of one endpoint of the contracts, such as "PATCH /user/preferences": another path,
 * method or body, or the response of another endpoint, does not compile.
 *
 * @param request  body, query parameters and options of the request; none by default
 * @param read  makes the result from the response; by default they are the same
 */
export function endpoint<Name extends Plain>(name: Name): Definition<void, ResponseOf<Name>>;
export function endpoint<Name extends Endpoint, Argument, Result = ResponseOf<Name>>(
  name: Name,
  request: (argument: Argument) => RequestTo<Name>,
  read?: (body: ResponseOf<Name>) => Result,
): Definition<Argument, Result>;
export function endpoint(
  name: Endpoint,
  request: (argument: never) => Partial<ApiRequest> & { id?: number | string } = () => ({}),
  read: (body: never) => unknown = (body) => body,
): Definition<never, unknown> {
  const [method, path = ""] = name.split(" ");
  return {
    query: (argument) => {
      const { id, ...options } = request(argument);
      return {
        ...options,
        endpoint: name,
        url: path.replace(":id", encodeURIComponent(String(id))),
        ...(method && { method }),
      };
    },
    transformResponse: (body) => read(body as never),
  };
}

/** A response of which the site needs the named fields; it works without the others. */
export type Needs<Given, Name extends keyof Given> = Pick<Given, Name> & Partial<Given>;

/** For a mutation after whose success these data are loaded again. */
export const outdates = (...tags: (typeof tagTypes)[number][]) => ({
  invalidatesTags: (_result: unknown, error: unknown) => (error ? [] : tags),
});

/** Runs once a call has succeeded, in its `onQueryStarted`. The component that made the call shows a failure. */
export const afterSuccess = <Data>(
  queryFulfilled: PromiseLike<{ data: Data }>,
  run: (data: Data) => void,
): Promise<void> =>
  Promise.resolve(queryFulfilled).then(
    ({ data }) => run(data),
    () => undefined,
  );
