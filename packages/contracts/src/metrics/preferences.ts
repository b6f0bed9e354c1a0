import { counterOf } from "./metric.ts";

export const preferences = {
  preferences_category_limit_total: counterOf(
    "Refused choices of a category beyond the plan's limit",
  ),
};
