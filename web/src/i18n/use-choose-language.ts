import type { Language } from "@matinale/contracts/browser";
import { api } from "../api/api.ts";
import { useAppDispatch } from "../store/hooks.ts";
import { useTranslation } from "react-i18next";
import { changeLanguage } from "./i18n.ts";
import { useResultToasts } from "../toasts/use-result-toasts.ts";

/** Queries whose responses contain texts of the server: they are loaded again in the new language. */
const withServerText = ["History" as const, "Automation" as const, "Sessions" as const];

/**
 * Changes the language of the interface. When its texts do not load, shows an error and keeps the old one.
 *
 * @returns a function that resolves to whether the texts have loaded
 */
export function useChooseLanguage(): (language: Language) => Promise<boolean> {
  const { i18n } = useTranslation();
  const { fail } = useResultToasts();
  const dispatch = useAppDispatch();
  return async (language) => {
    try {
      await changeLanguage(i18n, language);
      dispatch(api.util.invalidateTags(withServerText));
      return true;
    } catch {
      fail("common.error");
      return false;
    }
  };
}
