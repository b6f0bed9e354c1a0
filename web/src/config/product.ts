import product from "virtual:product";

/** The owner's file at the time of the build, for prerendered pages; `useProduct` has the values of today. */
export const builtProduct = product;

/** What every text may name. */
export const textVariables = { brand: product.brand.name, trialDays: String(product.trial.days) };

/** A text that is not shown through i18next, with its variables. */
export const filledText = (text: string): string =>
  Object.entries(textVariables).reduce(
    (filled, [name, value]) => filled.replaceAll(`{{${name}}}`, value),
    text,
  );
