import { useEffect, useState, type ReactNode } from "react";
import { vi } from "vitest";

interface FormOptions {
  clientSecret: string;
}

/** Calls of the site to Stripe; setup.ts replaces its modules by `stripeJs` and `reactStripe`. */
export const stripe = {
  loadStripe: vi.fn<() => Promise<object>>(() => Promise.resolve({})),
  confirmPayment: vi.fn<() => Promise<unknown>>(),
  confirmSetup: vi.fn<() => Promise<unknown>>(),
  forms: [] as object[],
  /** Whether Stripe's fields fail to load. */
  isFieldsDown: false,
};

export const stripeJs = { loadStripe: stripe.loadStripe };

export const reactStripe = {
  Elements: ({ options, children }: { options: FormOptions; children: ReactNode }) => {
    const [initial] = useState(options);
    useEffect(() => void stripe.forms.push(initial), [initial]);
    return <div data-testid={initial.clientSecret}>{children}</div>;
  },
  PaymentElement: ({ onReady, onLoadError }: Record<"onReady" | "onLoadError", () => void>) => {
    useEffect(() => (stripe.isFieldsDown ? onLoadError() : onReady()), [onReady, onLoadError]);
    return null;
  },
  useStripe: () => ({ confirmPayment: stripe.confirmPayment, confirmSetup: stripe.confirmSetup }),
  useElements: () => ({}),
};
