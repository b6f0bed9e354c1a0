import { expect, test } from "vitest";
import { decodeText } from "./text-encoding.ts";

const latin = (text: string) => Buffer.from(text, "latin1");

test("uses the byte order mark, then the header, then the declaration, then UTF-8", () => {
  expect(decodeText(Buffer.from("\uFEFFété", "utf16le"), "text/xml; charset=utf-8")).toBe("été");
  expect(decodeText(latin("été"), 'text/xml; charset="ISO-8859-1"')).toBe("été");
  expect(
    decodeText(latin('<?xml version="1.0" encoding="iso-8859-15"?><a>été</a>'), undefined),
  ).toContain("<a>été</a>");
  expect(decodeText(Buffer.from("été"), "text/xml")).toBe("été");
});

test("reads a document whose declared encoding is wrong", () => {
  expect(decodeText(Buffer.from("l’été"), "text/xml; charset=us-nonsense")).toBe("l’été");
  expect(decodeText(latin("été"), "text/xml; charset=utf-8")).toBe("été");
});
