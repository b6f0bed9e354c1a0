import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { styled } from "styled-components";
import { token } from "../styles/token.ts";

interface TabsProps {
  label: string;
  /** The first one is open at first. */
  tabs: readonly [Tab, ...Tab[]];
}

interface Tab {
  name: string;
  label: string;
  content: ReactNode;
}

export function Tabs({ label, tabs }: TabsProps) {
  return (
    <Root defaultValue={tabs[0].name}>
      <Radix.List asChild aria-label={label}>
        <List>
          {tabs.map((tab) => (
            <Trigger key={tab.name} value={tab.name}>
              {tab.label}
            </Trigger>
          ))}
        </List>
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.name} value={tab.name}>
          {tab.content}
        </Radix.Content>
      ))}
    </Root>
  );
}

const Root = styled(Radix.Root)`
  display: grid;
  gap: ${token("s5")};
  min-width: 0;
`;

const List = styled.div`
  display: flex;
  gap: ${token("s5")};
  border-bottom: 1px solid ${token("border")};
`;

const Trigger = styled(Radix.Trigger)`
  min-height: ${token("target")};
  margin-bottom: -1px;
  padding: 0 0.125rem;
  border: 0;
  border-bottom: 2px solid transparent;
  background: none;
  color: ${token("text-muted")};
  font-weight: 600;
  cursor: pointer;
  &[data-state="active"] {
    border-bottom-color: ${token("brand")};
    color: ${token("text")};
  }
`;
