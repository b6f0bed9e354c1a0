import { billingApi } from "../../api/resources/billing-api.ts";
import type { Plan } from "../../api/resources/plans-api.ts";
import { Button } from "../../components/button.tsx";
import { LoadFailure } from "../../components/load-failure.tsx";
import { useReason, useTexts } from "../../i18n/use-texts.ts";
import { useAccountTime } from "../../session/use-account-time.ts";
import { PaymentSkeleton } from "./payment-skeleton.tsx";

/** What a change to this plan costs today and later. The reader confirms it: the card on file is charged at once. */
export function PlanChange({ plan, onConfirm }: { plan: Plan; onConfirm: () => void }) {
  const { t, nameOf, price } = useTexts();
  const { dateOf } = useAccountTime();
  const query = billingApi.usePlanChangePreviewQuery(plan.id, { refetchOnMountOrArgChange: true });
  const { currentData: preview, error } = query;
  const reason = useReason(error, "subscribe.previewFailed");
  const name = nameOf(plan);
  if (query.isFetching) return <PaymentSkeleton />;
  if (error || !preview) return <LoadFailure text={reason} queries={[query]} />;
  const { dueToday, credited, renewsAt } = preview;
  return (
    <>
      <p>{t("subscribe.change", { plan: name })}</p>
      <DueToday
        cents={dueToday}
        text="subscribe.dueToday"
        more={credited > 0 ? t("subscribe.credited", { amount: price(credited) }) : null}
      />
      {renewsAt === null ? null : (
        <p>
          {t("subscribe.thenMonthly", {
            price: price(plan.priceEur),
            date: dateOf(renewsAt),
          })}
        </p>
      )}
      <Button variant="primary" block onClick={onConfirm}>
        {t(dueToday === 0 ? "subscribe.changeFree" : "subscribe.changeSubmit", {
          plan: name,
        })}
      </Button>
    </>
  );
}

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
