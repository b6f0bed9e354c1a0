import type { Plan } from "../api/resources/plans-api.ts";
import type { CategoryChoice } from "../api/resources/categories-api.ts";
import { useTexts } from "../i18n/use-texts.ts";
import { listOf } from "../lib/format.ts";
import { nameIn, sentCategories } from "../lib/plan.ts";
import { Notice } from "./notice.tsx";

interface SentCategoriesProps {
  plan: Plan;
  chosen: CategoryChoice[];
  text: "settings.categories.overLimit" | "subscribe.fewerCategories";
}

/** The categories that a plan sends, when it allows fewer than the reader has chosen. */
export function SentCategories({ plan, chosen, text }: SentCategoriesProps) {
  const { t, language } = useTexts();
  const { maxCategories } = plan.limits;
  if (chosen.length <= maxCategories) return null;
  const sent = sentCategories(chosen, plan.limits).map((category) => nameIn(language, category));
  return (
    <Notice>
      {t(text, {
        plan: nameIn(language, plan),
        most: t("plan.phrases.categories", { count: maxCategories }),
        chosen: chosen.length,
        names: listOf(sent, language),
      })}
    </Notice>
  );
}
