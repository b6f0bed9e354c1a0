import { test as base, expect, type APIRequestContext, type Page } from "playwright/test";

/** The simulated phone of one subscriber. */
interface Phone {
  /** In international form, with a plus sign. */
  number: string;
  digits: string;
  /** Shows the conversation with Matinale. */
  page: Page;
  /** Marks all messages as read, as the owner of the phone would. */
  read(): Promise<void>;
}

interface Fixtures {
  phone: Phone;
  /** Console errors that the test causes on purpose. */
  tolerated: RegExp;
}

/** Numbers of the phones that this worker has given out. */
let phones = 0;

/**
 * Digits of a phone that no other test uses, also not in another worker: a failed test ends its worker, and the next
 * worker has the next index. There is room for 40 workers with 200 phones each.
 *
 * France reserves +33 6 39 98 xx xx for fiction (ARCEP, decision 2018-0881): no such number belongs to a person. Those
 * below 2000 are left to the demo phone.
 */
export function newDigits(): string {
  return String(33_639_982_000 + phones++ * 40 + (base.info().workerIndex % 40));
}

/** A page that logs an error to the console fails its test. */
export const test = base.extend<Fixtures>({
  // A visitor without a session gets a 401, which browsers log.
  tolerated: [/401 \(Unauthorized\)/, { option: true }],

  page: async ({ page, tolerated }, use) => {
    const errors = collectErrors(page);
    await use(page);
    expect(errors.filter((error) => !tolerated.test(error))).toEqual([]);
  },

  phone: async ({ context, request, tolerated }, use) => {
    const digits = newDigits();
    const page = await context.newPage();
    const errors = collectErrors(page);
    await page.goto(`${phoneUrl()}/#${digits}`);
    await use({ number: `+${digits}`, digits, page, read: () => markRead(request, digits) });
    expect(errors.filter((error) => !tolerated.test(error))).toEqual([]);
  },
});

async function markRead(request: APIRequestContext, digits: string): Promise<void> {
  const response = await request.post(`${phoneUrl()}/sim/phones/${digits}/read`);
  expect(response.ok()).toBe(true);
}

function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (line) => {
    // The 404 page itself has the status 404, which browsers log.
    const isNotFoundPage =
      line.location().url === page.url() && /404 \(Not Found\)/.test(line.text());
    if (line.type() === "error" && !isNotFoundPage) errors.push(line.text());
  });
  return errors;
}

function phoneUrl(): string {
  const url = process.env["PHONE_URL"];
  if (!url) throw new Error("PHONE_URL is not set; the global setup sets it");
  return url;
}

export { expect };
