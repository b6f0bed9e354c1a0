import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useStore } from "react-redux";
import { Notice } from "../components/notice.tsx";
import { selectMe, sessionApi } from "../api/resources/session-api.ts";
import { useAppDispatch, useAppSelector } from "../store/hooks.ts";
import type { RootState } from "../store/make-store.ts";

interface UnsavedInput {
  /** Address of the subscriber who typed it. */
  owner: string;
  /** Address of the page with the form. */
  page: string;
  /** By form. */
  values: Record<string, FieldValues>;
}

/**
 * What a subscriber had typed and not saved before another tab or page was opened or the session ended. It is only in the
 * memory of the page, because it may be personal, and is dropped when another account signs in.
 */
export const unsavedInput = createSlice({
  name: "unsavedInput",
  initialState: { current: null as UnsavedInput | null },
  reducers: {
    keep: (state, { payload }: PayloadAction<UnsavedInput>) => {
      const { owner, values } = state.current ?? {};
      state.current =
        owner === payload.owner
          ? { ...payload, values: { ...values, ...payload.values } }
          : payload;
    },
    take: (state, { payload: form }: PayloadAction<string>) => {
      if (!state.current) return;
      delete state.current.values[form];
      if (Object.keys(state.current.values).length === 0) state.current = null;
    },
  },
  extraReducers: (builder) =>
    builder.addMatcher(sessionApi.endpoints.me.matchFulfilled, (state, { payload }) => {
      if (payload && payload.email !== state.current?.owner) state.current = null;
    }),
});

type StateWithInput = Pick<RootState, "unsavedInput">;

/** The page whose form had unsaved input. */
export const selectUnsavedPage = ({ unsavedInput: { current } }: StateWithInput) => current?.page;

/**
 * Keeps the changed fields of a form that is removed, also by the end of the session, and fills the form with them when it
 * is shown again to the same subscriber.
 *
 * @param page    address of the form
 * @param name    of the form
 * @param fields  those to keep: never a password
 * @returns a notice while the form shows such input, which is not saved
 */
export function useUnsavedInput<Values extends FieldValues>(
  page: string,
  name: string,
  { getFieldState, getValues, setValue, formState }: UseFormReturn<Values>,
  fields: readonly Path<Values>[],
): ReactNode {
  const { t } = useTranslation();
  const changed = fields.filter((field) => getFieldState(field, formState).isDirty);
  const dispatch = useAppDispatch();
  const store = useStore<RootState>();
  const email = useAppSelector((state) => selectMe(state).data?.email);
  // The end of the session clears the user before the form is removed.
  const owner = useRef(email);
  useEffect(() => {
    owner.current = email ?? owner.current;
  }, [email]);
  const [kept] = useState(() => store.getState().unsavedInput.current?.values[name]);

  const restore = useEffectEvent(() => {
    if (!kept) return;
    for (const field of fields) {
      if (field in kept) setValue(field, kept[field], { shouldDirty: true });
    }
    dispatch(unsavedInput.actions.take(name));
  });
  const keep = useEffectEvent(() => {
    if (!owner.current || changed.length === 0) return;
    const values = Object.fromEntries(changed.map((field) => [field, getValues(field)]));
    dispatch(unsavedInput.actions.keep({ owner: owner.current, page, values: { [name]: values } }));
  });
  useEffect(() => {
    restore();
    return () => keep();
  }, []);
  return kept !== undefined && changed.length > 0 ? (
    <Notice tone="info">{t("settings.unsaved")}</Notice>
  ) : null;
}
