import { expect, test } from "vitest";
import { selectorsOf } from "./selectors.ts";

test("finds selectors, and no functions, labels or keywords", () => {
  expect(
    selectorsOf(
      '1 - (sum by (le, job) (increase(ok_total{job=~"a|b",code="x (y)"}[30m])) or 0 * max(all_total)) / (all_total > 10)',
    ),
  ).toEqual(['ok_total{job=~"a|b",code="x (y)"}', "all_total"]);
  expect(selectorsOf("(matinale:late:ratio_1h > 0.1 and matinale:late:ratio_5m > 0.1)")).toEqual([
    "matinale:late:ratio_1h",
    "matinale:late:ratio_5m",
  ]);
});

test("finds no selectors in variables of Grafana", () => {
  expect(selectorsOf('topk(3, rate(ok_total{job=~"$service"}[$__rate_interval]))')).toEqual([
    'ok_total{job=~"$service"}',
  ]);
});

test("finds no selectors in the arguments of functions", () => {
  expect(
    selectorsOf('label_replace(group by (job) (up{job="a"}), "job", "gateway", "", "")'),
  ).toEqual(['up{job="a"}']);
});
