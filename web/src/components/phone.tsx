import { styled } from "styled-components";
import { phoneGroups } from "../lib/format.ts";

/** A number in groups for the eye; whoever copies or searches it gets the number itself. */
export function Phone({ children: number = "" }: { children?: string }) {
  return (
    <Whole>
      {phoneGroups(number).map(({ digits, place }) => (
        <span key={place}>{digits}</span>
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
