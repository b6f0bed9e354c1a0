import { QueryStatus } from "@reduxjs/toolkit/query";
import { useEffect, useId, useState } from "react";
import { categoryReloadMs } from "../../config/constants.ts";
import { reloadPage } from "../../lib/reload-page.ts";
import type { RootState } from "../../store/make-store.ts";
import { useAppSelector } from "../../store/hooks.ts";

/** The components whose work a reload would lose. */
const postponing = new Set<string>();

/** Postpones the reload while a form has fields that are not saved, or a component prepares or shows a preview. */
export function usePostponeReload(postpones: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!postpones) return;
    postponing.add(id);
    return () => void postponing.delete(id);
  }, [id, postpones]);
}

/** Whether a reload would abort a mutation, or lose what the reader has typed behind another tab of the page. */
const wouldLose = ({ api, unsavedInput }: RootState): boolean =>
  unsavedInput.current !== null ||
  Object.values(api.mutations).some((mutation) => mutation?.status === QueryStatus.pending);

/**
 * Reloads the page one second after a change, unless the reader leaves it before. It waits until a reload loses nothing, and
 * until nothing postpones it.
 *
 * @returns a function that reports a change
 */
export function useReloadAfterChange(): () => void {
  const [changed, setChanged] = useState(false);
  const loses = useAppSelector(wouldLose);
  useEffect(() => {
    if (!changed || loses) return;
    const reload = () => {
      if (postponing.size > 0) timer = setTimeout(reload, categoryReloadMs);
      else reloadPage();
    };
    let timer = setTimeout(reload, categoryReloadMs);
    return () => clearTimeout(timer);
  }, [changed, loses]);
  return () => setChanged(true);
}
