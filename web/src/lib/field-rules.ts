import type { TranslationKey } from "../i18n/i18n.ts";

/** The addresses that the API accepts. */
const address = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i;

export const isEmail = (value: string): boolean => address.test(value);

/** Rules for `register`; the message is a translation key, so that it changes with the language. */
export const email = (message: TranslationKey) => ({
  validate: (value: string) => isEmail(value) || message,
});

export const atLeast = (characters: number, message: TranslationKey) => ({
  validate: (value: string) => value.length >= characters || message,
});

export const trimmed = { setValueAs: (value: string) => value.trim() };

/**
 * Options for `reset` with the saved values: they become the defaults, and the fields keep what the
 * reader typed during the request.
 */
export const keepFieldsAfterSave = {
  keepValues: true,
  keepDirtyValues: false,
  keepFieldsRef: true,
  keepErrors: true,
  keepIsSubmitted: true,
};
