import { featurePhrases, placeholdersOf, planById, productSchema } from "@matinale/contracts";
import { afterAll, expect, test } from "vitest";
import { productFile } from "./product.ts";
import {
  completeProductFile,
  removeProductFiles,
  testProduct,
  writeProductFile,
} from "./testing/product.ts";

afterAll(removeProductFiles);

const [small, medium, large] = testProduct.plans;

test("derives the features of a plan from its limits", () => {
  expect(testProduct.plans.map(({ limits }) => featurePhrases(limits))).toEqual([
    ["1 daily update", "3 categories", "3-minute summaries"],
    ["2 daily updates", "5 categories", "5-minute summaries", "Priority support"],
    [
      "4 daily updates",
      "All categories",
      "10-minute summaries",
      "Breaking-news alerts",
      "Priority support",
    ],
  ]);
  const one = { ...planById(testProduct, 1).limits, maxCategories: 1 };
  expect(featurePhrases(one)).toContain("1 category");
});

const withLimits = (limits: object) => ({
  plans: [{ ...small, limits: { ...small?.limits, ...limits } }, medium, large],
});

test.each([
  ["a feature that no code enforces", withLimits({ exclusiveContent: true })],
  ["more categories than exist", withLimits({ maxCategories: 7 })],
  ["a longer voice note than content makes", withLimits({ maxMinutes: 11 })],
  ["a price in euros", { plans: [{ ...small, priceEur: 4.99 }, medium, large] }],
  ["a missing plan", { plans: [small, medium] }],
  ["a plan twice", { plans: [small, medium, medium] }],
  ["two popular plans", { plans: [{ ...small, popular: true }, medium, large] }],
  ["a link without https", { links: { x: "http://x.test/matinale" } }],
  ["an unknown network", { links: { minitel: "https://minitel.test" } }],
  ["a trial of an unknown plan", { trial: { planId: 4, days: 7 } }],
  ["a half-star too little", { testimonials: [{ author: "A", rating: 4.3 }] }],
  ["an unknown key", { slogan: "Bonjour" }],
])("refuses %s", (_case, change) => {
  expect(productSchema.safeParse({ ...testProduct, ...change }).success).toBe(false);
});

test("names every placeholder of the repository's file", () => {
  expect(placeholdersOf(testProduct)).toEqual([
    "brand.supportEmail",
    "company.name",
    "company.legalForm",
    "company.address",
    "company.registration",
    "company.vat",
    "company.email",
    "company.phone",
    "company.publisher",
    "company.host.name",
    "company.host.address",
  ]);
});

const problemsOf = (text: string): string =>
  productFile
    .safeParse(writeProductFile(text))
    .error?.issues.map(({ message }) => message)
    .join() ?? "";

test("reads the file of the repository by default, and the owner's file by its path", () => {
  expect(productFile.parse(undefined)).toEqual(testProduct);
  expect(productFile.parse(completeProductFile()).company.vat).toBe("Filled in");
});

test("says what is wrong with a file", () => {
  expect(problemsOf("brand: [")).toContain("cannot be used: YAMLParseError");
  expect(productFile.safeParse("/nowhere/product.yaml").error?.message).toContain("ENOENT");
  const problems = problemsOf(JSON.stringify({ ...testProduct, trial: { planId: 2, days: 0 } }));
  expect(problems).toContain("cannot be used: trial.days: Too small");
});
