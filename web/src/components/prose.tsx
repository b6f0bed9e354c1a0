import { Fragment, type ReactNode } from "react";
import { styled } from "styled-components";
import { grid, token } from "../styles/theme.ts";
import { TextLink } from "./text-link.tsx";

const link = /\[([^\]]+)\]\(([^)]+)\)/;

/** A text with links to pages of the site, written as `[label](/path)`. */
export const Linked = ({ text }: { text: string }): ReactNode =>
  // `split` puts the label and the path of each link between the texts around it.
  text.split(link).map((part, index, parts) => {
    if (index % 3 === 0) return part;
    if (index % 3 === 2) return null;
    const to = parts[index + 1] ?? "";
    return (
      <TextLink key={part + to} to={to}>
        {part}
      </TextLink>
    );
  });

/** A text whose lines are paragraphs; lines that begin with "- " are a list. */
export function Prose({ text }: { text: string }) {
  const blocks: { isList: boolean; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const isList = line.startsWith("- ");
    const last = blocks.at(-1);
    if (isList && last?.isList) last.lines.push(line.slice(2));
    else blocks.push({ isList, lines: [isList ? line.slice(2) : line] });
  }
  return (
    <Root>
      {blocks.map(({ isList, lines }) => (
        <Fragment key={lines.join("\n")}>
          {isList ? (
            <ul>
              {lines.map((line) => (
                <li key={line}>
                  <Linked text={line} />
                </li>
              ))}
            </ul>
          ) : (
            lines.map((line) => (
              <p key={line}>
                <Linked text={line} />
              </p>
            ))
          )}
        </Fragment>
      ))}
    </Root>
  );
}

const Root = styled.div`
  ${grid("s3")};
  max-width: ${token("measure")};
  p,
  li {
    text-wrap: pretty;
  }
  ul {
    ${grid("s1")};
    padding-inline-start: 1.25em;
    list-style: disc;
  }
`;
