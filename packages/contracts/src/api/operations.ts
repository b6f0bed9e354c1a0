import { accountOperations } from "./account.ts";
import { digestOperations } from "./digest.ts";
import type { Operation } from "./operation.ts";
import { paymentOperations } from "./payment.ts";
import { settingsOperations } from "./settings.ts";

export const operations: readonly Operation[] = [
  ...accountOperations,
  ...settingsOperations,
  ...paymentOperations,
  ...digestOperations,
];
