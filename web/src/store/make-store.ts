import { configureStore, createListenerMiddleware } from "@reduxjs/toolkit";
import { api } from "../api/base-api.ts";
import { endExpiredSessions } from "../session/session-expiry.ts";
import { removeDismissedToasts, toasts } from "../toasts/toasts-slice.ts";

/** A store of its own for every page load and every test. */
export function makeStore() {
  const listeners = createListenerMiddleware();
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, [toasts.reducerPath]: toasts.reducer },
    middleware: (defaults) => defaults().prepend(listeners.middleware).concat(api.middleware),
  });
  const start = listeners.startListening.withTypes<RootState, AppDispatch>();
  removeDismissedToasts(start);
  endExpiredSessions(start);
  return store;
}

export type AppStore = ReturnType<typeof makeStore>;
export type RootState = ReturnType<AppStore["getState"]>;
export type AppDispatch = AppStore["dispatch"];
