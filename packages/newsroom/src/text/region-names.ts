import type { Language } from "@matinale/contracts";

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Codes and names of all countries and regions that Unicode knows (CLDR), old codes too. */
export function regionNames(language: Language): [code: string, name: string][] {
  const displayed = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
  return letters
    .flatMap((one) => letters.map((two) => one + two))
    .flatMap((code): [string, string][] => {
      const name = displayed.of(code);
      return name === undefined ? [] : [[code, name]];
    });
}
