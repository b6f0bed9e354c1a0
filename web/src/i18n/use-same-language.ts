import { useState } from "react";
import { useTexts } from "./use-texts.ts";

/** Whether the page still has the language in which it got a value, such as a message of the server. */
export function useSameLanguage(value: unknown): boolean {
  const { language } = useTexts();
  const [got, setGot] = useState({ value, language });
  if (got.value === value) return got.language === language;
  setGot({ value, language });
  return true;
}
