import { AsyncLocalStorage } from "node:async_hooks";

/** Follows one cause through requests, events and logs. */
export interface Context {
  /** Same for everything that one request or schedule set off. */
  correlationId: string;
  requestId?: string;
  /** Id of the event being handled. */
  causationId?: string;
  /** W3C traceparent of the span at work, while traces are collected. */
  traceparent?: string;
}

const storage = new AsyncLocalStorage<Context>();

export const currentContext = (): Context | undefined => storage.getStore();
export const withContext = <T>(context: Context, run: () => T): T => storage.run(context, run);

/** What is stored with work that goes on later, perhaps in another process, so that it still belongs to its cause. */
export type Cause = Pick<Context, "correlationId" | "traceparent">;

/** Runs in the context of what set the work off; in the current one when that was never stored. */
export const following = <T>(cause: Cause | undefined, run: () => T): T =>
  cause === undefined ? run() : storage.run(cause, run);
