import { Fragment } from "react";
import { styled } from "styled-components";

interface BreakableProps {
  /** The text; `Trans` gives it as a list. */
  children?: string | readonly string[];
}

/**
 * A mail address, a path or a time zone. Where it has no room on a line of its own, it breaks behind a sign, not inside of
 * a word.
 */
export const Breakable = ({ children = "" }: BreakableProps) => (
  <Whole>
    {Array.from(
      [children]
        .flat()
        .join("")
        .matchAll(/[^@./_]+[@./_]*|[@./_]+/g),
      ({ 0: part, index: start }) => (
        <Fragment key={start}>
          {part}
          <wbr />
        </Fragment>
      ),
    )}
  </Whole>
);

const Whole = styled.span`
  display: inline-block;
  /* Links underline no inline blocks. */
  text-decoration: inherit;
`;
