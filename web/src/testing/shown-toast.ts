import { screen, within } from "@testing-library/react";

export const shownToast = (): HTMLElement =>
  within(screen.getByRole("region", { name: /^Notifications/ })).getByRole("listitem");
