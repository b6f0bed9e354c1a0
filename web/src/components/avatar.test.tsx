import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Avatar } from "./avatar.tsx";

test("a picture that does not load gives way to the first two letters", () => {
  const { container } = render(<Avatar username="alice martin" picture="/media/gone" />);
  const picture = container.querySelector("img");
  expect(picture).toHaveAttribute("src", "/media/gone");
  fireEvent.error(picture!);
  expect(screen.getByText("AL")).toBeVisible();
});
