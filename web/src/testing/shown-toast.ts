import { screen, within } from "@testing-library/react";

/** The toast on the screen. */
export const shownToast = (): HTMLElement =>
  within(screen.getByRole("region", { name: /^Notifications/ })).getByRole("listitem");
