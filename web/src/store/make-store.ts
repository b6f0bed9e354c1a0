import { configureStore } from "@reduxjs/toolkit";
import { api } from "../api/base-api.ts";
import { endExpiredSessions } from "../session/session-expiry.ts";
import { removeDismissedToasts, toasts } from "../toasts/toasts-slice.ts";

/** A store of its own for every page load and every test. */
export function makeStore() {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer, [toasts.reducerPath]: toasts.reducer },
    middleware: (defaults) =>
      defaults().prepend(removeDismissedToasts, endExpiredSessions).concat(api.middleware),
    // Told with the next frame, the page would be drawn anew and laid out in one long task.
    enhancers: (defaults) => defaults({ autoBatch: { type: "timer", timeout: 0 } }),
  });
}

export type AppStore = ReturnType<typeof makeStore>;
export type RootState = ReturnType<AppStore["getState"]>;
export type AppDispatch = AppStore["dispatch"];
