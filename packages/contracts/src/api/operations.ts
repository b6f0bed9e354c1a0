import { accessOperations } from "./access.ts";
import { accountOperations } from "./account.ts";
import { digestOperations } from "./digest.ts";
import type { Operation } from "./operation.ts";
import { pagesOperations } from "./pages.ts";
import { paymentOperations } from "./payment.ts";
import { settingsOperations } from "./settings.ts";

const table = [
  ...accountOperations,
  ...accessOperations,
  ...settingsOperations,
  ...paymentOperations,
  ...digestOperations,
  ...pagesOperations,
] as const;

/** Union of the operations, with the types of their paths and schemas. */
export type DeclaredOperation = (typeof table)[number];

export const operations: readonly Operation[] = table;
