import { CircleAlert } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { styled } from "styled-components";
import { Wrap } from "../../components/page.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { VisuallyHidden } from "../../styles/visually-hidden.ts";
import { bandDelayMs } from "../../config/constants.ts";
import { paths } from "../../config/paths.ts";
import { fixedLanguage } from "../../i18n/fixed-texts.ts";
import { isEmail } from "../../lib/field-rules.ts";
import { columns, displayFont, iconText, inlineRow, token } from "../../styles/theme.ts";

export function SignUpBand() {
  const { t } = useTranslation();
  const { field, change, submit, invalid, waiting } = useBand();
  return (
    <Ground id="signup">
      <Inner>
        <h2>{t("landing.band.title")}</h2>
        <form noValidate action={paths.signup} onSubmit={submit}>
          <p>{t("landing.band.text")}</p>
          <Row>
            <VisuallyHidden as="label" htmlFor="band-email">
              {t("landing.band.email")}
            </VisuallyHidden>
            <input
              ref={field}
              id="band-email"
              name="email"
              type="email"
              autoComplete="email"
              placeholder={t("landing.band.placeholder")}
              aria-invalid={invalid || undefined}
              aria-describedby="band-note"
              onChange={change}
            />
            <button type="submit" disabled={waiting} aria-busy={waiting || undefined}>
              {waiting ? <Spinner /> : null}
              <span>{t("landing.band.submit")}</span>
            </button>
          </Row>
          <Note
            id="band-note"
            role={invalid ? "alert" : undefined}
            lang={invalid ? fixedLanguage("validation.email") : undefined}
          >
            {invalid ? <CircleAlert /> : null}
            <span>{t(invalid ? "validation.email" : "landing.band.note")}</span>
          </Note>
        </form>
      </Inner>
    </Ground>
  );
}

/**
 * Validates at the first submit, then at every change. The value is read from the field, because it may
 * have been typed before hydration.
 */
function useBand() {
  const navigate = useNavigate();
  const [state, setState] = useState<"silent" | "checked" | "invalid" | "waiting">("silent");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);

  const check = () => {
    const email = field.current?.value.trim() ?? "";
    const valid = isEmail(email);
    setState(valid ? "checked" : "invalid");
    return valid ? email : undefined;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const email = check();
    if (!email) return;
    setState("waiting");
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => void navigate(`${paths.signup}?email=${encodeURIComponent(email)}`),
      bandDelayMs,
    );
  };
  const change = () => {
    if (state === "checked" || state === "invalid") check();
  };
  return { field, change, submit, invalid: state === "invalid", waiting: state === "waiting" };
}

const Ground = styled.section`
  background: ${token("band")};
  color: ${token("on-band")};
  :focus-visible {
    outline-color: currentColor;
  }
`;

const Inner = styled(Wrap)`
  ${columns("s5", "7fr 5fr", "lg", "s7")}
  align-items: center;
  padding-block: ${token("s9")};
  h2 {
    ${displayFont("min(clamp(2.75rem, 1.6rem + 5.4vw, 6rem), 16vw)")};
    letter-spacing: ${token("track-banner")};
    line-height: 1;
  }
`;

const Row = styled.div`
  ${columns("s2", "1fr auto", "sm")}
  margin-top: ${token("s4")};
  input,
  button {
    min-height: 48px;
    padding: 0.5rem 1rem;
    border: 1px solid transparent;
    border-radius: ${token("r-control")};
  }
  input {
    min-width: 0;
    background: ${token("surface")};
    color: ${token("text")};
    &[aria-invalid] {
      box-shadow: 0 0 0 2px ${token("on-band")};
    }
  }
  button {
    ${inlineRow("s2")};
    justify-content: center;
    background: ${token("ink")};
    color: ${token("on-ink")};
    font-weight: 600;
    cursor: pointer;
    @media (prefers-color-scheme: dark) {
      background: ${token("brand")};
      color: ${token("on-brand")};
    }
    &:disabled {
      cursor: wait;
    }
  }
`;

const Note = styled.p`
  ${iconText("s2")};
  margin-top: ${token("s3")};
  font-size: ${token("fs-sm")};
`;
