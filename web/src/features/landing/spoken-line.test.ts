import { expect, test } from "vitest";
import { spokenLine } from "./spoken-line.ts";

test.each([
  [0, ["", "", "Voici votre Matinale."]],
  [0.05, ["", "Voici", " votre Matinale."]],
  [0.4, ["Voici ", "votre", " Matinale."]],
  [0.99, ["Voici votre ", "Matinale.", ""]],
  [1, ["Voici votre Matinale.", "", ""]],
])("at %f splits the sentence into played, current and coming words", (heard, parts) => {
  expect(spokenLine("Voici votre Matinale.", heard)).toEqual(parts);
});

test("the three parts always make up the whole sentence", () => {
  const line = "Économie. Le prix du blé recule : c’est la troisième fois.";
  for (let heard = 0; heard <= 1; heard += 0.01)
    expect(spokenLine(line, heard).join("")).toBe(line);
});
