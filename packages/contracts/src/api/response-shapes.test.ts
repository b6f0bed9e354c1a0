import { expect, test } from "vitest";
import { longCalls, responseShapes } from "./response-shapes.ts";

const shapes = responseShapes();

test("a response has the shape of its schema", () => {
  expect(shapes["GET /invoices"]).toEqual({
    fields: {
      invoices: {
        list: {
          fields: {
            id: "string",
            number: { orNull: "string" },
            createdAt: "instant",
            amount: "number",
            currency: "string",
            state: "string",
            pageUrl: { orNull: "string" },
            pdfUrl: { orNull: "string" },
          },
        },
      },
    },
  });
});

test("an optional field may be anything, a response without a body has no shape", () => {
  expect(shapes["GET /product"]).toMatchObject({ fields: { mail: "unknown" } });
  expect(shapes).not.toHaveProperty("DELETE /user/categories/:id");
});

test("a call of Stripe is a long one, a read of the own database is not", () => {
  expect(longCalls()).toContain("POST /cancel-subscription");
  expect(longCalls()).not.toContain("GET /subscription");
});
