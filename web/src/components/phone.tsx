import { styled } from "styled-components";
import { phoneGroups } from "../lib/format.ts";

interface PhoneProps {
  /** The number; `Trans` gives it as a list. */
  children?: string | readonly string[];
}

/** A phone number in visual groups. The text has no spaces, so copy and search use the number itself. */
export function Phone({ children = "" }: PhoneProps) {
  const number = typeof children === "string" ? children : children.join("");
  return (
    <Whole>
      {phoneGroups(number).map(({ digits, start }) => (
        <span key={start}>{digits}</span>
      ))}
    </Whole>
  );
}

const Whole = styled.span`
  white-space: nowrap;
  span + span {
    margin-inline-start: 0.25em;
  }
`;
