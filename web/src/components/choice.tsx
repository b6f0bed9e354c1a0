import { RadioGroup } from "radix-ui";
import { useId, type ReactNode } from "react";
import { useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { styled } from "styled-components";
import { token, wrapped } from "../styles/theme.ts";
import { Label } from "./field.tsx";
import { radioDot } from "./radio-dot.ts";

interface ChoiceProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  legend: ReactNode;
  options: readonly { value: string; label: string }[];
  onChosen?: () => void;
}

export function Choice<Values extends FieldValues>(props: ChoiceProps<Values>) {
  const { control, name, legend, options, onChosen } = props;
  const { field } = useController({ control, name });
  const id = useId();
  return (
    <div>
      <Label as="span" id={id}>
        {legend}
      </Label>
      <Group
        aria-labelledby={id}
        value={field.value}
        onValueChange={(value) => {
          field.onChange(value);
          onChosen?.();
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

const Group = styled(RadioGroup.Root)`
  ${wrapped(`0 ${token("s5")}`)}
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
  ${radioDot}
  padding: 0;
  background: ${token("surface")};
  cursor: pointer;
  &:focus-visible {
    border-radius: 50%;
  }
`;
