import { expect, test } from "vitest";
import { pictureTexts, texts } from "./texts.ts";

test.each(Object.entries({ ...texts, ...pictureTexts }))(
  "%s has French typography and no words of programmers",
  (_name, { fr, en }) => {
    expect(fr).not.toMatch(/'| [;:!?»]|« /);
    expect(fr + en).not.toMatch(/multipart|profilePicture/);
  },
);
