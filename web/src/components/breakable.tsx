import { Fragment } from "react";

interface BreakableProps {
  /** The text; `Trans` gives it as a list. */
  children?: string | readonly string[];
}

/** A mail address, a path or a time zone. Where a line has no room for it, it breaks behind a sign, not inside of a word. */
export const Breakable = ({ children = "" }: BreakableProps) => (
  <span>
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
  </span>
);
