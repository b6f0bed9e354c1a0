import { Fragment } from "react";
import { styled } from "styled-components";
import { phoneGroups } from "../lib/format.ts";

interface PhoneProps {
  /** The number; `Trans` gives it as a list. */
  children?: string | readonly string[];
}

/**
 * A phone number in visual groups. The text has no spaces, so copy and search use the number itself. A line breaks between
 * groups only where the number has no room on a line of its own, as in large type on a phone.
 */
export function Phone({ children = "" }: PhoneProps) {
  const number = typeof children === "string" ? children : children.join("");
  return (
    <Whole>
      {phoneGroups(number).map(({ digits, start }) => (
        <Fragment key={start}>
          <wbr />
          <span>{digits}</span>
        </Fragment>
      ))}
    </Whole>
  );
}

const Whole = styled.span`
  display: inline-block;
  span:not(:last-child) {
    margin-inline-end: 0.25em;
  }
`;
