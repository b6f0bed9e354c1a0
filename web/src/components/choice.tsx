import { useId, type ReactNode } from "react";
import { RadioGroup } from "radix-ui";
import { styled } from "styled-components";
import { token } from "../styles/token.ts";

interface ChoiceProps<Value extends string> {
  legend: ReactNode;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** Radio buttons side by side, for a few options. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { legend, value, options, onChange } = props;
  const id = useId();
  return (
    <div>
      <Legend id={id}>{legend}</Legend>
      <Group
        aria-labelledby={id}
        value={value}
        onValueChange={(chosen) => {
          const option = options.find((candidate) => candidate.value === chosen);
          if (option) onChange(option.value);
        }}
      >
        {options.map((option) => (
          <Option key={option.value}>
            <Dot value={option.value} id={`${id}-${option.value}`} />
            <label htmlFor={`${id}-${option.value}`}>{option.label}</label>
          </Option>
        ))}
      </Group>
    </div>
  );
}

const Legend = styled.span`
  font-size: ${token("fs-sm")};
  font-weight: 600;
`;

const Group = styled(RadioGroup.Root)`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${token("s5")};
`;

const Option = styled.div`
  display: inline-flex;
  align-items: center;
  min-height: ${token("target")};
  > label {
    display: inline-flex;
    align-items: center;
    min-height: ${token("target")};
    padding-inline-start: ${token("s2")};
    cursor: pointer;
  }
`;

const Dot = styled(RadioGroup.Item)`
  width: 18px;
  height: 18px;
  padding: 0;
  border: 1.5px solid ${token("control")};
  border-radius: 50%;
  background: ${token("surface")};
  cursor: pointer;
  &[data-state="checked"] {
    border: 5.5px solid ${token("brand")};
  }
  &:focus-visible {
    border-radius: 50%;
  }
`;
