import { z } from "zod";
import { asLocalTime } from "../brands.ts";
import { frequencies, languages, type Frequency } from "../catalogues.ts";
import { countries } from "../places.ts";
import { schemaMessages } from "../schema-messages.ts";
import { instant, numberInPath, ok, operationsWith } from "./operation.ts";

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, schemaMessages.deliveryTime.en);
const choices = {
  language: z.enum(languages),
  country: z.enum(countries.map(({ code }) => code)),
  timezone: z.string().max(64).describe("IANA zone of the times of day"),
  deliveryTime: time.describe("Wall-clock time in the time zone"),
  breakingNewsAlerts: z.boolean().describe("Sent only with a plan that includes alerts"),
  quietStart: time.describe("No alert is sent from this wall-clock time …"),
  quietEnd: time.describe("… until this one; equal times: no quiet hours"),
};
const preferences = z
  .object({
    ...choices,
    deliveryFrequency: z.enum(frequencies),
    alertsIncluded: z.boolean().describe("Whether the plan includes breaking-news alerts"),
    trialEndsAt: instant.nullable().describe("Null until the trial is known"),
  })
  .meta({ id: "Preferences" });
/** An absent field stays as it is; at least one field is needed. */
export const preferencesPatch = z
  .strictObject({
    language: choices.language.exactOptional(),
    country: choices.country.exactOptional(),
    timezone: choices.timezone.exactOptional(),
    deliveryTime: choices.deliveryTime.transform(asLocalTime).exactOptional(),
    breakingNewsAlerts: choices.breakingNewsAlerts.exactOptional(),
    quietStart: choices.quietStart.transform(asLocalTime).exactOptional(),
    quietEnd: choices.quietEnd.transform(asLocalTime).exactOptional(),
    deliveryFrequency: z
      .enum([...frequencies, "twiceDaily"])
      .describe("twiceDaily is stored as twice_daily")
      .transform((value): Frequency => (value === "twiceDaily" ? "twice_daily" : value))
      .exactOptional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, schemaMessages.nothingToChange.en);

const category = z
  .object({ id: z.int(), nameFr: z.string(), nameEn: z.string(), iconName: z.string() })
  .meta({ id: "Category" });
export const categoryChoice = z.strictObject({ categoryId: z.int() });

const open = operationsWith({ tag: "settings", signedIn: false, service: "preferences" });
const ofPerson = operationsWith({ tag: "settings", signedIn: true, service: "preferences" });

export const settingsOperations = [
  ofPerson.get("/user/preferences", "The preferences of the person", { answer: ok(preferences) }),
  ofPerson.patch("/user/preferences", "Change some preferences", {
    description: "An absent field stays as it is.",
    limit: "change",
    body: preferencesPatch,
    answer: ok(preferences),
  }),
  ofPerson.get("/user/delivery-hours", "The times of day of scheduled digests", {
    answer: ok(z.object({ deliveryHours: z.array(time) })),
  }),
  open.get("/categories", "All categories", { answer: ok(z.array(category)) }),
  ofPerson.get("/user/categories", "The chosen categories", { answer: ok(z.array(category)) }),
  ofPerson.post("/user/categories", "Choose a category", {
    description: "Repeating it changes nothing.",
    limit: "change",
    body: categoryChoice,
    answer: ok(category),
    errors: ["CATEGORY_LIMIT_REACHED", "NOT_FOUND"],
  }),
  ofPerson.delete("/user/categories/:id", "Remove a category", {
    limit: "change",
    params: numberInPath,
    answer: { status: 204, schema: null },
    errors: ["NOT_FOUND"],
  }),
] as const;
