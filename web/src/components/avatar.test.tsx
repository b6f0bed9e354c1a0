import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Avatar } from "./avatar.tsx";

test("shows the first two letters when the picture does not load", () => {
  const { container } = render(<Avatar username="alice martin" picture="/media/gone" />);
  const picture = container.querySelector("img");
  expect(picture).toHaveAttribute("src", "/media/gone");
  fireEvent.error(picture!);
  expect(screen.getByText("AL")).toBeVisible();
});
