import { expect, test } from "vitest";
import { withCapitals } from "./capitals.ts";

test.each([
  [
    "Clermont-Ferrand : LE PONT ROUVRE APRES UN AN",
    [],
    "Clermont-Ferrand : le pont rouvre apres un an",
  ],
  [
    "STMICRO : UBS RELEVE SON OBJECTIF SUR TOTALENERGIES",
    ["UBS relève l’objectif du titre STMicro, et de TotalEnergies."],
    "STMicro : UBS releve son objectif sur TotalEnergies",
  ],
])("writes %s in the case of a sentence, with its names", (text, others, written) => {
  expect(withCapitals(text, "fr", others)).toBe(written);
});
