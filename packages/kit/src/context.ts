import { AsyncLocalStorage } from "node:async_hooks";

/** Ids of the work in progress, carried through requests, events and logs. */
export interface Context {
  /** The same for all work that one request or one planned slot causes, in every service. */
  correlationId: string;
  requestId?: string;
  /** Id of the event being handled. */
  causationId?: string;
  /** W3C traceparent of the current span, while traces are collected. */
  traceparent?: string;
}

const storage = new AsyncLocalStorage<Context>();

export const currentContext = (): Context | undefined => storage.getStore();
export const withContext = <T>(context: Context, run: () => T): T => storage.run(context, run);

/** Stored with work that continues later, perhaps in another process, so that it stays in its trace. */
export type TraceContext = Pick<Context, "correlationId" | "traceparent">;

/** Runs in the stored context of the work, or in the current context when none was stored. */
export const runInContext = <T>(context: TraceContext | undefined, run: () => T): T =>
  context === undefined ? run() : storage.run(context, run);
