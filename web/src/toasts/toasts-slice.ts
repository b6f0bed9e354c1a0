import type { Language } from "@matinale/contracts/browser";
import { createSlice, nanoid, type Middleware, type PayloadAction } from "@reduxjs/toolkit";
import { toastRemovalMs } from "../config/constants.ts";

export interface ToastContent {
  title: string;
  /** For screen readers, when it is not that of the page. */
  titleLanguage?: Language | undefined;
  description?: string;
  descriptionLanguage?: Language | undefined;
  variant?: "default" | "destructive";
}

interface ToastEntry extends ToastContent {
  id: string;
  open: boolean;
}

export const toasts = createSlice({
  name: "toasts",
  // At most one: a new toast replaces the current one.
  initialState: { current: null as ToastEntry | null },
  reducers: {
    add: {
      prepare: (content: ToastContent) => ({ payload: { ...content, id: nanoid(), open: true } }),
      reducer: (state, { payload }: PayloadAction<ToastEntry>) => {
        state.current = payload;
      },
    },
    update: (state, { payload }: PayloadAction<Partial<ToastContent> & { id: string }>) => {
      if (state.current?.id === payload.id) Object.assign(state.current, payload);
    },
    dismiss: (state, { payload }: PayloadAction<string>) => {
      if (state.current?.id === payload) state.current.open = false;
    },
    remove: (state, { payload }: PayloadAction<string>) => {
      if (state.current?.id === payload) state.current = null;
    },
  },
});

/** Removes a dismissed toast from the state after 1,000,000 ms; the screen hides it immediately. */
export const removeDismissedToasts: Middleware =
  ({ dispatch }) =>
  (next) =>
  (action) => {
    const result = next(action);
    if (toasts.actions.dismiss.match(action)) {
      setTimeout(() => dispatch(toasts.actions.remove(action.payload)), toastRemovalMs);
    }
    return result;
  };
