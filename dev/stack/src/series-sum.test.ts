import { expect, test } from "vitest";
import { seriesSum } from "./series-sum.ts";

const text = `# TYPE sent_total counter
sent_total{part="text",to="a"} 2
sent_total{part="voice",to="a"} 3
sent_total_ever 9
seconds 1.5e-3
`;

test("sums the series of a metric, and only those with a label", () => {
  expect(seriesSum(text, "sent_total")).toBe(5);
  expect(seriesSum(text, "sent_total", 'part="voice"')).toBe(3);
  expect(seriesSum(text, "seconds")).toBe(0.0015);
  expect(seriesSum(text, "missing")).toBe(0);
});
