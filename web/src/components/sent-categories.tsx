import type { Plan } from "../api/resources/plans-api.ts";
import { categoriesApi } from "../api/resources/preferences-api.ts";
import { useTexts } from "../i18n/use-texts.ts";
import { listOf } from "../lib/format.ts";
import { Notice } from "./notice.tsx";

interface SentCategoriesProps {
  plan: Plan;
  text: "settings.categories.overLimit" | "subscribe.fewerCategories";
}

/** The categories that a plan sends, when it allows fewer than the reader has chosen. */
export function SentCategories({ plan, text }: SentCategoriesProps) {
  const { t, language, nameOf } = useTexts();
  const { data: chosen = [] } = categoriesApi.useUserCategoriesQuery();
  const { maxCategories } = plan.limits;
  if (chosen.length <= maxCategories) return null;
  // As delivery does: the first ones, in the order of the catalogue, which is that of the response.
  const sent = chosen.slice(0, maxCategories).map(nameOf);
  return (
    <Notice>
      {t(text, {
        plan: nameOf(plan),
        most: t("plan.phrases.categories", { count: maxCategories }),
        chosen: chosen.length,
        names: listOf(sent, language),
      })}
    </Notice>
  );
}
