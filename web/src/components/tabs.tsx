import { Tabs as Radix } from "radix-ui";
import { useEffect, useRef, type ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { styled } from "styled-components";
import { keepsScroll } from "../lib/navigation-state.ts";
import { bareButton, grid, token, wrapped } from "../styles/theme.ts";

interface TabsProps {
  label: string;
  /** The address names the open one, as `?tab=<name>`; otherwise the first one is open. */
  tabs: readonly [Tab, ...Tab[]];
}

interface Tab {
  name: string;
  label: string;
  content: ReactNode;
}

export function Tabs({ label, tabs }: TabsProps) {
  const [search, setSearch] = useSearchParams();
  const { name: open } = tabs.find(({ name }) => name === search.get("tab")) ?? tabs[0];
  // A click chooses a tab twice, by the press and by the focus, before the address has changed.
  const chosen = useRef(open);
  useEffect(() => {
    chosen.current = open;
  }, [open]);
  const show = (tab: string) => {
    if (tab === chosen.current) return;
    chosen.current = tab;
    const next = new URLSearchParams(search);
    next.set("tab", tab);
    setSearch(next, { state: keepsScroll });
  };
  return (
    <Root value={open} onValueChange={show}>
      <List aria-label={label}>
        {tabs.map((tab) => (
          <Trigger key={tab.name} value={tab.name}>
            {tab.label}
          </Trigger>
        ))}
      </List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.name} value={tab.name}>
          {tab.content}
        </Radix.Content>
      ))}
    </Root>
  );
}

const Root = styled(Radix.Root)`
  ${grid("s5")};
  min-width: 0;
`;

const List = styled(Radix.List)`
  ${wrapped(`0 ${token("s5")}`)}
  border-bottom: 1px solid ${token("border")};
`;

const Trigger = styled(Radix.Trigger)`
  min-height: ${token("target")};
  margin-bottom: -1px;
  padding: 0 0.125rem;
  ${bareButton};
  border-bottom: 2px solid transparent;
  color: ${token("text-muted")};
  font-weight: 600;
  &[data-state="active"] {
    border-bottom-color: ${token("brand")};
    color: ${token("text")};
  }
`;
