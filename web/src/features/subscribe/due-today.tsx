import { useTexts } from "../../i18n/use-texts.ts";

interface DueTodayProps {
  cents: number;
  /** Text for an amount above 0. */
  text: "subscribe.dueToday" | "subscribe.dueNow";
  /** A sentence behind it. */
  more: string | null;
}

/** What a purchase or a change of plan charges today. */
export function DueToday({ cents, text, more }: DueTodayProps) {
  const { t, price } = useTexts();
  return (
    <p>
      <b>{cents > 0 ? t(text, { amount: price(cents) }) : t("subscribe.nothingToday")}</b>
      {more === null ? null : ` ${more}`}
    </p>
  );
}
