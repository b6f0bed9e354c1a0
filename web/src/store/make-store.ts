import { configureStore } from "@reduxjs/toolkit";
import { api } from "../api/api.ts";
import { endExpiredSessions } from "../session/session-expiry.ts";
import { unsavedInput } from "../session/unsaved-input.tsx";
import { removeDismissedToasts, toasts } from "../toasts/toasts-slice.ts";

/** One store for each page load and each test. */
export function makeStore() {
  return configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      [toasts.reducerPath]: toasts.reducer,
      [unsavedInput.reducerPath]: unsavedInput.reducer,
    },
    middleware: (defaults) =>
      defaults().prepend(removeDismissedToasts, endExpiredSessions).concat(api.middleware),
    // A batch by animation frame would put rendering and layout into one long task.
    enhancers: (defaults) => defaults({ autoBatch: { type: "timer", timeout: 0 } }),
  });
}

export type AppStore = ReturnType<typeof makeStore>;
export type RootState = ReturnType<AppStore["getState"]>;
export type AppDispatch = AppStore["dispatch"];
