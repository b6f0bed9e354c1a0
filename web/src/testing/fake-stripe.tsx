import { useEffect, useState, type ReactNode } from "react";
import { vi } from "vitest";

interface FormOptions {
  clientSecret: string;
  appearance: object;
}

/** Calls of the site to Stripe; setup.ts replaces its modules by `stripeJs` and `reactStripe`. */
export const stripe = {
  loadStripe: vi.fn<() => Promise<object>>(() => Promise.resolve({})),
  confirmPayment: vi.fn<() => Promise<unknown>>(),
  confirmSetup: vi.fn<() => Promise<unknown>>(),
  /** Validates the fields. */
  submit: vi.fn<() => Promise<{ error?: object }>>(() => Promise.resolve({})),
  forms: [] as object[],
  /** That of the form on the page. */
  appearance: {} as object,
  /** Whether Stripe's fields fail to load. */
  isFieldsDown: false,
};

export const stripeJs = { loadStripe: stripe.loadStripe };

export const reactStripe = {
  Elements: ({ options, children }: { options: FormOptions; children: ReactNode }) => {
    const [initial] = useState(options);
    useEffect(() => void stripe.forms.push(initial), [initial]);
    useEffect(() => {
      stripe.appearance = options.appearance;
    }, [options.appearance]);
    return <div data-testid={initial.clientSecret}>{children}</div>;
  },
  PaymentElement: ({ onReady, onLoadError }: Record<"onReady" | "onLoadError", () => void>) => {
    useEffect(() => (stripe.isFieldsDown ? onLoadError() : onReady()), [onReady, onLoadError]);
    return null;
  },
  useStripe: () => ({ confirmPayment: stripe.confirmPayment, confirmSetup: stripe.confirmSetup }),
  useElements: () => ({ submit: stripe.submit }),
};
