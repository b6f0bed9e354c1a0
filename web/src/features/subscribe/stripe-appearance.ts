import type { Appearance } from "@stripe/stripe-js";
import { dark } from "../../styles/tokens/dark.ts";
import { light } from "../../styles/tokens/light.ts";

/** Our colours as plain values, because Stripe's iframe cannot read the CSS variables of the page. */
export function stripeAppearance(): Appearance {
  const colors = matchMedia("(prefers-color-scheme: dark)").matches ? dark : light;
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
