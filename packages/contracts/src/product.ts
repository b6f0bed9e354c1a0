import { z } from "zod";
import { categories, longestMinutes, planIds, type PlanId } from "./catalogues.ts";

const text = z.string().trim().min(1).max(300);

/** What a plan includes. dev/deploy-checks/src/plan-features.test.ts names the code that enforces each of them. */
export const planLimits = z.strictObject({
  editionsPerDay: z.int().min(1).max(16),
  maxCategories: z.int().min(1).max(categories.length),
  maxMinutes: z.int().min(1).max(longestMinutes).describe("Longest voice note of a digest"),
  breakingNewsAlerts: z.boolean(),
  prioritySupport: z.boolean(),
});
export type PlanLimits = z.infer<typeof planLimits>;

const plan = z.strictObject({
  id: z.literal(planIds),
  nameFr: text,
  nameEn: text,
  priceEur: z.int().min(50).max(99_999).describe("Cents a month"),
  popular: z.boolean(),
  limits: planLimits,
});
export type Plan = z.infer<typeof plan>;

const address = z.strictObject({ name: text, address: text });

const company = z.strictObject({
  name: text,
  legalForm: text,
  address: text,
  registration: text,
  vat: text,
  email: z.email(),
  phone: text,
  publisher: text,
  host: address,
  mediator: address.optional().describe("Consumer mediator, named in the terms"),
});

const networks = [
  "instagram",
  "linkedin",
  "x",
  "facebook",
  "youtube",
  "tiktok",
  "mastodon",
  "bluesky",
] as const;

const testimonial = z.strictObject({
  author: text,
  textFr: text,
  textEn: text,
  rating: z.number().min(1).max(5).multipleOf(0.5),
  since: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "must be a month, such as 2026-03"),
});

const incident = z.strictObject({
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional().describe("Absent while it lasts"),
  textFr: text,
  textEn: text,
});

const product = z.strictObject({
  brand: z.strictObject({ name: z.string().trim().min(1).max(30), supportEmail: z.email() }),
  company,
  links: z.partialRecord(z.enum(networks), z.url({ protocol: /^https$/ })),
  trial: z.strictObject({ planId: z.literal(planIds), days: z.int().min(1).max(60) }),
  testimonials: z.array(testimonial).max(12),
});

/** Everything but the plans, for browsers, and what the operator has switched off. */
export const publicProduct = product
  .extend({
    mail: z.boolean().optional().describe("False while the site sends no mail, else absent"),
  })
  .meta({ id: "Product" });

/** The owner's file, config/product.yaml. */
export const productSchema = product.extend({
  incidents: z.array(incident).max(100).default([]),
  plans: z
    .array(plan)
    .refine(
      (plans) => planIds.every((id, index) => plans[index]?.id === id) && plans.length === 3,
      {
        error: "must be the plans 1, 2 and 3, in this order",
      },
    )
    .refine((plans) => plans.filter(({ popular }) => popular).length <= 1, {
      error: "must have at most one popular plan",
    }),
});
export type Product = z.infer<typeof productSchema>;

const isPlaceholder = (value: string): boolean =>
  /^\[.*\]$/.test(value) || value.endsWith(".example");

/** Names of the fields that still have the placeholders of the repository, such as "company.vat". */
export function placeholdersOf({ brand, company }: Pick<Product, "brand" | "company">): string[] {
  const { host, mediator: _, ...own } = company;
  const fields = [
    ["brand.supportEmail", brand.supportEmail],
    ...Object.entries(own).map(([name, value]) => [`company.${name}`, value]),
    ...Object.entries(host).map(([name, value]) => [`company.host.${name}`, value]),
  ] as [string, string][];
  return fields.filter(([, value]) => isPlaceholder(value)).map(([name]) => name);
}

/** A plan by its id. @throws RangeError when it does not exist; the schema allows no file without one of the three */
export function planById({ plans }: Pick<Product, "plans">, id: PlanId): Plan {
  const found = plans.find((candidate) => candidate.id === id);
  if (found === undefined) throw new RangeError(`there is no plan ${id}`);
  return found;
}
