import { Fragment } from "react";
import { styled } from "styled-components";
import { phoneGroups } from "../lib/format.ts";

interface BrokenTextProps {
  /** `Trans` gives the text as a list. */
  children?: string | readonly string[];
}

const joined = (children: BrokenTextProps["children"] = "") => [children].flat().join("");

/**
 * A mail address, a path or a time zone. Where it has no room on a line of its own, it breaks behind a sign, not inside of
 * a word.
 */
export const Breakable = ({ children }: BrokenTextProps) => (
  <Whole>
    {Array.from(joined(children).matchAll(/[^@./_]+[@./_]*|[@./_]+/g), ({ 0: part, index }) => (
      <Fragment key={index}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </Whole>
);

/**
 * A phone number in visual groups. The text has no spaces, so copy and search use the number itself. A line breaks between
 * groups only where the number has no room on a line of its own, as in large type on a phone.
 */
export const Phone = ({ children }: BrokenTextProps) => (
  <Whole>
    {phoneGroups(joined(children)).map(({ digits, start }) => (
      <Fragment key={start}>
        <wbr />
        <span>{digits}</span>
      </Fragment>
    ))}
  </Whole>
);

const Whole = styled.span`
  display: inline-block;
  /* Links underline no inline blocks. */
  text-decoration: inherit;
  > span:not(:last-child) {
    margin-inline-end: 0.25em;
  }
`;
