import type { ReactNode } from "react";
import { useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { styled } from "styled-components";
import { inlineRow, token, wrapped } from "../styles/theme.ts";
import { Label } from "./field.tsx";
import { Radio } from "./radio.ts";

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
  return (
    <fieldset>
      <legend>
        <Label as="span">{legend}</Label>
      </legend>
      <Options>
        {options.map(({ value, label }) => (
          <label key={value}>
            <Radio
              {...field}
              value={value}
              checked={field.value === value}
              onChange={() => {
                field.onChange(value);
                onChosen?.();
              }}
            />
            {label}
          </label>
        ))}
      </Options>
    </fieldset>
  );
}

const Options = styled.div`
  ${wrapped(`0 ${token("s5")}`)}
  > label {
    ${inlineRow("s2")};
    min-height: ${token("target")};
    cursor: pointer;
  }
`;
