import { styled } from "styled-components";
import { phoneGroups } from "../lib/format.ts";

/** A phone number in visual groups. The text has no spaces, so copy and search use the number itself. */
export function Phone({ children: number = "" }: { children?: string }) {
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
