import { Fragment } from "react";
import { Link } from "react-router-dom";
import { css, styled } from "styled-components";
import { grid, token } from "../styles/theme.ts";
import { Breakable } from "./breakable.tsx";

/** A link, or a mail address with the full stop behind it, which would be alone on a line. */
const inline = /\[([^\]]+)\]\(([^)]+)\)|([^\s@]+@\S+)/;

/** A text with mail addresses, and links to pages of the site, written as `[label](/path)`. */
export const Linked = ({ text }: { text: string }) => (
  // Another text is another element, as the translation of a browser replaces the texts beside the links: see Button.
  <span key={text}>
    {/* Between the texts, `split` puts the label and the path of a link, then a mail address. */}
    {text.split(inline).map((part, index, parts) => {
      if (!part || index % 4 === 2) return null;
      if (index % 4 === 0) return part;
      if (index % 4 === 3) return <Breakable key={part}>{part}</Breakable>;
      const to = parts[index + 1] ?? "";
      return (
        <TextLink key={part + to} to={to}>
          {part}
        </TextLink>
      );
    })}
  </span>
);

/** A text whose lines are paragraphs; lines that begin with "- " are a list. */
export function Prose({ text }: { text: string }) {
  // Each part is a paragraph and the list below it.
  return (
    <Root>
      {text.split(/\n(?!- )/).map((part) => {
        const [paragraph, ...items] = part.split(/^- |\n- /);
        return (
          <Fragment key={part}>
            {paragraph ? (
              <p>
                <Linked text={paragraph} />
              </p>
            ) : null}
            {items.length > 0 ? (
              <ul>
                {items.map((item) => (
                  <li key={item}>
                    <Linked text={item} />
                  </li>
                ))}
              </ul>
            ) : null}
          </Fragment>
        );
      })}
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
  @media print {
    a::after {
      content: " (" attr(href) ")";
      overflow-wrap: anywhere;
    }
  }
`;

const look = css`
  color: ${token("brand")};
  text-decoration: underline;
  text-decoration-thickness: 1px;
  text-underline-offset: 0.22em;
  &:hover {
    color: ${token("brand-hover")};
    text-decoration-thickness: 2px;
  }
`;

/** To a page of the site. */
export const TextLink = styled(Link)`
  ${look}
`;

/** To a file, a mail address or another site. */
export const PlainLink = styled.a`
  ${look}
`;
