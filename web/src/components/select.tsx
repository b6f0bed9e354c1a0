import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import { useId, type ReactNode } from "react";
import { styled } from "styled-components";
import { inlineRow, menu, menuEntry, row, token } from "../styles/theme.ts";
import { control, FieldNote, Frame, Label } from "./field.tsx";

interface SelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: ReactNode; icon?: ReactNode }[];
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** A drop-down list of at most 300 px, for many options. */
export function Select({ label, value, options, onChange, error }: SelectProps) {
  const id = useId();
  return (
    <Frame>
      <Label id={`${id}-label`} htmlFor={id}>
        {label}
      </Label>
      <Radix.Root
        value={value}
        onValueChange={(chosen) => {
          // Radix reports an empty value while a new value has no item yet.
          if (options.some((option) => option.value === chosen)) onChange(chosen);
        }}
      >
        <Trigger
          id={id}
          aria-labelledby={`${id}-label ${id}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
        >
          <Radix.Value />
          <Radix.Icon asChild>
            <ChevronDown />
          </Radix.Icon>
        </Trigger>
        <Radix.Portal>
          <Content position="popper" sideOffset={4}>
            <Radix.Viewport>
              {options.map((option) => (
                <Item key={option.value} value={option.value}>
                  <Radix.ItemText>
                    <Named>
                      {option.icon}
                      {option.label}
                    </Named>
                  </Radix.ItemText>
                  <Radix.ItemIndicator>
                    <Check size={16} strokeWidth={2} />
                  </Radix.ItemIndicator>
                </Item>
              ))}
            </Radix.Viewport>
          </Content>
        </Radix.Portal>
      </Radix.Root>
      <FieldNote id={`${id}-note`} error={error} />
    </Frame>
  );
}

const Named = styled.span`
  ${inlineRow("s2")};
  /* In large type on a phone, a long word is wider than the field. */
  overflow-wrap: anywhere;
`;

const Trigger = styled(Radix.Trigger)`
  ${control}
  ${row("s2")};
  justify-content: space-between;
  text-align: start;
  cursor: pointer;
  > svg {
    color: ${token("text-subtle")};
  }
`;

const Content = styled(Radix.Content)`
  ${menu};
  min-width: var(--radix-select-trigger-width);
  max-width: var(--radix-select-content-available-width);
  max-height: min(300px, var(--radix-select-content-available-height));
  overflow: hidden auto;
`;

const Item = styled(Radix.Item)`
  ${menuEntry("s2")};
  justify-content: space-between;
`;
