import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { styled } from "styled-components";
import { serverMessage } from "../../api/api-error.ts";
import { paths } from "../../config/paths.ts";
import type { TranslationKey } from "../../i18n/i18n.ts";
import { useTexts } from "../../i18n/use-texts.ts";
import { reloadPage } from "../../lib/reload-page.ts";
import OrderForm, { type OrderFormProps } from "./order-form.tsx";
import { type Problem, PaymentUnavailable } from "./payment-problem.tsx";
import { FieldsSkeleton } from "./payment-skeleton.tsx";
import type { Appearance, StripeError } from "@stripe/stripe-js";
import { dark, light } from "../../styles/tokens/colors.ts";

interface PaymentFormProps extends Pick<OrderFormProps, "submit" | "needsWaiver" | "problem"> {
  clientSecret: string;
  publishableKey: string;
  /** The account page waits until this plan is in force. */
  planId: number;
  /** Runs before the payment. @returns false when this payment has ended, and must not be made */
  onSubmit: () => Promise<boolean>;
  /** Called without a problem at the start of an attempt. */
  onProblem: (problem?: Problem) => void;
}

/** Stripe renders the card fields in its own iframe: their content never reaches us. */
export default function PaymentForm({ publishableKey, ...card }: PaymentFormProps) {
  const { clientSecret } = card;
  const { language } = useTexts();
  const appearance = useAppearance();
  const stripe = useMemo(
    // <Elements> does not handle a rejected promise.
    () => loadStripe(publishableKey, { locale: language }).catch(() => null),
    [publishableKey, language],
  );
  // Another language loads Stripe again.
  const [failed, setFailed] = useState<typeof stripe>();
  const fail = useCallback(() => setFailed(stripe), [stripe]);
  useEffect(() => {
    void stripe.then((loaded) => loaded ?? fail());
  }, [stripe, fail]);
  if (failed === stripe) return <PaymentUnavailable />;
  return (
    <Elements
      key={`${clientSecret}-${language}`}
      stripe={stripe}
      options={{ clientSecret, locale: language, appearance }}
    >
      <Card {...card} onLoadError={fail} />
    </Elements>
  );
}

interface CardProps extends Omit<PaymentFormProps, "publishableKey"> {
  /** Stripe's fields failed to load, for example because the secret has expired. */
  onLoadError: () => void;
}

function Card(props: CardProps) {
  const { clientSecret, planId, onSubmit, onProblem, onLoadError, ...form } = props;
  const { t } = useTexts();
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  useReloadOnReturn();

  const pay = async () => {
    if (!stripe || !elements) return;
    onProblem();
    try {
      // Before any request, because browsers open a wallet only right after the press of the button.
      const { error: invalid } = await elements.submit();
      if (invalid) return onProblem(failureOf(invalid));
      if (!(await onSubmit())) return;
      // After a success, Stripe redirects to the bank or to the account page.
      const returnUrl = new URL(`${paths.account}?plan=${planId}`, location.href).href;
      const options = { elements, confirmParams: { return_url: returnUrl } };
      // A free first month has no payment: Stripe only saves the card for the next one.
      const { error } = await (clientSecret.startsWith("seti_")
        ? stripe.confirmSetup(options)
        : stripe.confirmPayment(options));
      onProblem(failureOf(error));
    } catch (failure) {
      const reason = serverMessage(failure);
      if (reason) return onProblem({ title: "subscribe.paymentError", reason });
      const thrown = failure instanceof Error ? failure.message : undefined;
      onProblem({ title: "subscribe.paymentError", ...explained(thrown, "subscribe.payAgain") });
    }
  };

  return (
    <OrderForm
      {...form}
      disabled={!ready}
      processing={
        <>
          <b>{t("subscribe.processing")}</b> {t("subscribe.processingText")}
        </>
      }
      onOrder={pay}
    >
      <Stacked>
        {ready ? null : <FieldsSkeleton />}
        <Fields $ready={ready}>
          <PaymentElement onReady={() => setReady(true)} onLoadError={onLoadError} />
        </Fields>
      </Stacked>
    </OrderForm>
  );
}

/** The reason, and what to do; without a reason, the text that the specification fixes says both. */
const explained = (reason: string | undefined, text: TranslationKey): Omit<Problem, "title"> =>
  reason ? { reason, text } : { text: "subscribe.paymentErrorText" };

/** A refused card needs another card. After any other failure the payment may have been made: the next attempt finds out. */
function failureOf({ type, code, message }: StripeError): Problem {
  const isRefused =
    type === "card_error" ||
    type === "validation_error" ||
    code?.endsWith("_authentication_failure");
  const text = isRefused ? "subscribe.otherCard" : "subscribe.payAgain";
  return { title: "subscribe.paymentFailed", ...explained(message, text) };
}

/** Stripe's fields render behind their placeholder, so that the button below does not move. */
const Stacked = styled.div`
  display: grid;
  > * {
    grid-area: 1 / 1;
    min-width: 0;
  }
`;

const Fields = styled.div<{ $ready: boolean }>`
  visibility: ${({ $ready }) => ($ready ? "visible" : "hidden")};
`;

/**
 * After "Back" on the bank's page, the browser may show this page as it was left, with a payment in progress. Only the
 * server knows how that payment ended.
 */
function useReloadOnReturn(): void {
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reloadPage();
    };
    globalThis.addEventListener("pageshow", onPageShow);
    return () => globalThis.removeEventListener("pageshow", onPageShow);
  }, []);
}

const darkScheme = "(prefers-color-scheme: dark)";

function subscribeToScheme(changed: () => void): () => void {
  const scheme = matchMedia(darkScheme);
  scheme.addEventListener("change", changed);
  return () => scheme.removeEventListener("change", changed);
}

/** Our colours as plain values, because Stripe's iframe cannot read the CSS variables of the page. */
function useAppearance(): Appearance {
  const isDark = useSyncExternalStore(subscribeToScheme, () => matchMedia(darkScheme).matches);
  const colors = isDark ? dark : light;
  return {
    theme: "flat",
    variables: {
      colorPrimary: colors.brand,
      colorBackground: colors.surface,
      colorText: colors.text,
      colorTextSecondary: colors["text-muted"],
      colorTextPlaceholder: colors["text-subtle"],
      colorDanger: colors.danger,
      borderRadius: "6px",
      fontFamily: "Arial, sans-serif",
    },
    rules: {
      ".Input": { border: `1px solid ${colors.control}` },
      ".Input--invalid": { border: `1px solid ${colors.danger}` },
    },
  };
}
