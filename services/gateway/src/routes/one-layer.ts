import type { RequestHandler } from "express";

/**
 * Handlers one after another as one layer of the router, which spends more on the way from layer to
 * layer than most of these handlers on their work. An error of any of them goes to `next`.
 */
export const oneLayer =
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

/** The handler for a path and everything below it, without the router's rewriting of the address. */
export const below =
  (path: string, handler: RequestHandler): RequestHandler =>
  (req, res, next) => {
    const { url } = req;
    const ends = url[path.length];
    const isBelow = url.startsWith(path) && (ends === undefined || ends === "/" || ends === "?");
    return isBelow ? handler(req, res, next) : next();
  };
