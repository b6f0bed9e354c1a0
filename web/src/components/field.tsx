import { CircleAlert } from "lucide-react";
import { useId, type ComponentProps, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { css, styled } from "styled-components";
import { fixedLanguage } from "../i18n/fixed-texts.ts";
import { isTranslationKey } from "../i18n/i18n.ts";
import { useSameLanguage } from "../i18n/use-texts.ts";
import { Small } from "./page.tsx";
import { columns, grid, iconText, textStyle, token } from "../styles/theme.ts";

interface FieldProps extends ComponentProps<"input"> {
  label: ReactNode;
  hint?: string;
  /** Translation key of the message, or the message itself. */
  error?: string | undefined;
  /** Height of a text area; without it, the field has one line. */
  rows?: number;
}

/** A labelled input; screen readers announce its hint or its error with it. */
export function Field({ label, hint, error, ...input }: FieldProps) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <Frame>
      <Label htmlFor={id}>{label}</Label>
      <Input
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? note : undefined}
      />
      <FieldNote id={note} error={error} hint={hint} />
    </Frame>
  );
}

interface FieldNoteProps {
  id: string;
  error?: string | undefined;
  hint?: string | undefined;
}

export function FieldNote({ id, error, hint }: FieldNoteProps) {
  const { t, i18n } = useTranslation();
  const isReadable = useSameLanguage(error);
  if (error) {
    return (
      <Problem id={id}>
        <CircleAlert />
        {isTranslationKey(i18n, error) ? (
          <span lang={fixedLanguage(error)}>{t(error)}</span>
        ) : (
          <span>{isReadable ? error : t("common.refused")}</span>
        )}
      </Problem>
    );
  }
  return hint ? <Small id={id}>{hint}</Small> : null;
}

export const Form = styled.form`
  ${grid("s4")};
  > button {
    justify-self: start;
  }
`;

export const TwoFields = styled.div`
  ${columns("s4", "1fr 1fr", "md")}
  align-items: start;
`;

export const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 0.375rem;
  min-width: 0;
`;

export const Label = styled.label`
  font-size: ${token("fs-sm")};
  font-weight: 600;
  small {
    font-size: inherit;
    font-weight: ${token("weight-regular")};
    color: ${token("text-muted")};
  }
`;

/** The box of an input, a text area or a drop-down list. */
export const control = css`
  width: 100%;
  min-height: ${token("target")};
  padding: 0.5rem 0.75rem;
  border: 1px solid ${token("control")};
  border-radius: ${token("r-control")};
  background: ${token("surface")};
  ${textStyle("fs-base", "text")};
  line-height: 1.4;
  &[aria-invalid="true"] {
    border-color: ${token("danger")};
    box-shadow: inset 0 0 0 1px ${token("danger")};
  }
`;

const Input = styled.input.attrs<{ rows?: number }>(({ rows }) => (rows ? { as: "textarea" } : {}))`
  ${control}
  textarea& {
    resize: vertical;
  }
`;

const Problem = styled.p`
  ${iconText("s2")};
  ${textStyle("fs-sm", "danger")};
  font-weight: 500;
`;

/** Tells password managers to which account the password field below it belongs. */
export const AccountName = ({ email }: { email: string }) => (
  <input type="email" autoComplete="username" value={email} readOnly hidden />
);

type CurrentPasswordProps = Omit<ComponentProps<typeof Field>, "type" | "autoComplete"> & {
  email: string;
};

/** Asks for the password of an account; password managers fill it in. */
export const CurrentPassword = ({ email, ...field }: CurrentPasswordProps) => (
  <>
    <AccountName email={email} />
    <Field {...field} type="password" autoComplete="current-password" />
  </>
);
