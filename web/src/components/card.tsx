import { useId, type ComponentProps, type ReactNode } from "react";
import { styled } from "styled-components";
import { below, grid, panel, row, smallTitle, token, wrapped } from "../styles/theme.ts";
import type { ScaleName } from "../styles/tokens/scale.ts";

export const Card = styled.section`
  min-width: 0;
  padding: ${token("s5")};
  ${panel};
  ${below("md")} {
    padding: min(${token("s4")}, 5vw);
  }
`;

interface Gap {
  $gap?: ScaleName;
}

export const GridCard = styled(Card)<Gap>`
  ${({ $gap = "s4" }) => grid($gap)};
`;

const CardTitle = styled.h2`
  ${smallTitle("fs-lg")};
`;

export const Between = styled.div`
  ${row("s3")};
  flex-wrap: wrap;
  justify-content: space-between;
  > * {
    min-width: 0;
  }
`;

interface TitledCardProps extends ComponentProps<typeof GridCard> {
  title: string;
  /** A state or a figure, at the end of the line of the title. */
  aside?: ReactNode;
}

export function TitledCard({ title, aside, children, ...card }: TitledCardProps) {
  const id = useId();
  return (
    <GridCard {...card} aria-labelledby={id}>
      <Between>
        <CardTitle id={id}>{title}</CardTitle>
        {aside}
      </Between>
      {children}
    </GridCard>
  );
}

export const Row = styled.div`
  ${wrapped(`${token("s2")} ${token("s3")}`)}
  align-items: center;
  > * {
    min-width: 0;
  }
`;

/** Buttons of a card; on narrow screens in one column, at full width. */
export const Actions = styled(Row)`
  ${below("sm")} {
    display: grid;
    grid-template-columns: 1fr;
  }
`;

export const Stack = styled.div<Gap>`
  ${({ $gap = "s5" }) => grid($gap)};
  min-width: 0;
`;
