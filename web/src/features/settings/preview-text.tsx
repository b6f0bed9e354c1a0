import { Fragment } from "react";
import { styled } from "styled-components";
import { useTranslation } from "react-i18next";
import { token } from "../../styles/token.ts";

/** The unchanged text of the edition, with bold titles and links to the sources. */
export function PreviewText({ content }: { content: string }) {
  const { t } = useTranslation();
  return (
    // A scrollable box must be reachable by keyboard.
    <Box tabIndex={0} aria-label={t("settings.try.text")}>
      {titled(content).map(({ line, isTitle, index }) => (
        <Fragment key={index}>
          {isTitle ? <b>{line}</b> : <WithLinks line={line} />}
          {"\n"}
        </Fragment>
      ))}
    </Box>
  );
}

/** The first line of a block is a title; the line after the name of a category is the title of a story. */
function titled(content: string) {
  let next = true;
  return content.split("\n").map((line, index) => {
    const isTitle = next && line !== "";
    next = line === "" || (isTitle && isCategory(line));
    return { line, isTitle, index };
  });
}

const isCategory = (line: string): boolean => line === line.toUpperCase();

function WithLinks({ line }: { line: string }) {
  return line.split(/(https?:\/\/\S+)/).map((piece, index) =>
    index % 2 === 1 ? (
      <a key={piece} href={piece} target="_blank" rel="noreferrer">
        {piece}
      </a>
    ) : (
      piece
    ),
  );
}

const Box = styled.section`
  max-height: 20rem;
  padding: ${token("s3")} ${token("s4")};
  overflow-y: auto;
  border: 1px solid ${token("border")};
  border-radius: ${token("r-bubble")};
  border-start-start-radius: 4px;
  background: ${token("bubble")};
  font-size: 0.9375rem;
  white-space: pre-line;
  overflow-wrap: anywhere;
  b {
    font-weight: ${token("weight-strong")};
  }
  a {
    color: ${token("brand")};
    text-underline-offset: 0.22em;
  }
`;
