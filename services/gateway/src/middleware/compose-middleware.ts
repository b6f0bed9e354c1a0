import type { RequestHandler } from "express";

/**
 * Runs handlers one after another as a single layer of Express's router, because a step between layers costs
 * more than most of these handlers. An error of any handler goes to `next`.
 */
export const composeMiddleware =
  (...handlers: RequestHandler[]): RequestHandler =>
  (req, res, next) => {
    const fail = (error: unknown) => next(error);
    const run = (at: number): void => {
      const handler = handlers[at];
      if (handler === undefined) return next();
      try {
        const working = handler(req, res, (error?: unknown) =>
          error === undefined ? run(at + 1) : fail(error),
        );
        if (working instanceof Promise) working.catch(fail);
      } catch (error) {
        fail(error);
      }
    };
    run(0);
  };

/** The handler for a path and everything below it; unlike the router, it leaves `req.url` as it is. */
export const mountAt =
  (path: string, handler: RequestHandler): RequestHandler =>
  (req, res, next) => {
    const { url } = req;
    const ends = url[path.length];
    const isBelow = url.startsWith(path) && (ends === undefined || ends === "/" || ends === "?");
    return isBelow ? handler(req, res, next) : next();
  };
