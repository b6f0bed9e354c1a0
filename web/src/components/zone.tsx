import { Fragment } from "react";

/** The name of a time zone. Where a line has no room for it, it breaks behind « / » or « _ », not inside of a word. */
export const Zone = ({ children }: { children: string }) => (
  <span>
    {children.split(/(?<=[/_])/).map((part) => (
      <Fragment key={part}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </span>
);
