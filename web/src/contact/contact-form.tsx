import {
  contactTopics,
  type BodyOf,
  type ContactTopic,
  type ResponseOf,
} from "@matinale/contracts/browser";
import { CircleCheck } from "lucide-react";
import { useId, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { styled } from "styled-components";
import { api, endpoint } from "../api/api.ts";
import { Button } from "../components/button.tsx";
import { control, Field, Form, Frame, Label } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { Small } from "../components/page.tsx";
import { VisuallyHidden } from "../styles/visually-hidden.ts";
import { Linked } from "../components/prose.tsx";
import { isEmail } from "../lib/field-rules.ts";
import { useNavigationState } from "../lib/navigation-state.ts";
import { useHydrating } from "../lib/hydrating.tsx";
import { useSession } from "../session/use-session.ts";
import { useResultToasts } from "../toasts/use-result-toasts.ts";

const shortest = 10;
const longest = 4_000;

type Fault = "validation.email" | "contact.messageShort";

/**
 * The contact form. A link may choose the topic and name an invoice, by its address
 * (`?topic=refund&invoice=…`), or the topic only, by the state of the navigation.
 */
export default function ContactForm() {
  const { t } = useTranslation();
  const id = useId();
  const { fail } = useResultToasts();
  const session = useSession();
  const [write, { data: answer, isLoading }] = contactApi.useWriteToUsMutation();
  const { topic, invoice } = useLinkedTopic();
  const [faults, setFaults] = useState<Partial<Record<"email" | "message", Fault | undefined>>>({});

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const typed = (name: string) => String(data.get(name) ?? "");
    const field = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`);
    const [email, message, website] = [typed("email").trim(), typed("message"), typed("website")];
    const found = {
      ...(isEmail(email) ? {} : { email: "validation.email" as const }),
      ...(message.trim().length < shortest ? { message: "contact.messageShort" as const } : {}),
    };
    setFaults(found);
    const [wrong] = Object.keys(found);
    if (wrong !== undefined) return field(wrong)?.focus();
    const { error } = await write({
      body: { topic: topicOf(typed("topic")), email, message, ...(website ? { website } : {}) },
      signedIn: session.state === "signedIn",
    });
    if (error) return fail("contact.failed", error, "contact.failedText");
    const sent = field("message");
    // It may have changed during the call.
    if (sent?.value === message) sent.value = "";
  };

  return (
    <form noValidate onSubmit={submit}>
      {/* Typing before the page is hydrated would be lost. */}
      <Form as="fieldset" disabled={useHydrating()}>
        <Frame>
          <Label htmlFor={`${id}-topic`}>{t("contact.topic")}</Label>
          {/* Another link chooses again. */}
          <Select key={topic} id={`${id}-topic`} name="topic" defaultValue={topic}>
            {contactTopics.map((name) => (
              <option key={name} value={name}>
                {t(`contact.topics.${name}`)}
              </option>
            ))}
          </Select>
        </Frame>
        <Field
          label={t("contact.email")}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={session.state === "signedIn" ? session.me.email : ""}
          error={faults.email}
          onChange={() => setFaults({ ...faults, email: undefined })}
        />
        <Field
          key={invoice}
          label={t("contact.message")}
          hint={t("contact.messageHint")}
          name="message"
          rows={6}
          maxLength={longest}
          defaultValue={invoice ? t("contact.invoice", { invoice }) : ""}
          error={faults.message}
          onChange={() => setFaults({ ...faults, message: undefined })}
        />
        <VisuallyHidden as="div" aria-hidden>
          <label>
            {t("contact.website")}
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </VisuallyHidden>
        <Button type="submit" variant="primary" block busy={isLoading}>
          {t("contact.submit")}
        </Button>
        {answer ? (
          <Notice tone="info" icon={CircleCheck}>
            <b>{t("contact.sent")}</b> {t("contact.sentText", { reference: answer.reference })}
          </Notice>
        ) : null}
        <Small>
          <Linked text={t("contact.privacy")} />
        </Small>
      </Form>
    </form>
  );
}

const topicOf = (value: unknown): ContactTopic =>
  contactTopics.find((topic) => topic === value) ?? contactTopics[0];

/** What the link to the form asks for; the prerendered form knows no link. */
function useLinkedTopic(): { topic: ContactTopic; invoice: string | null } {
  const { search } = useLocation();
  const state = useNavigationState();
  if (useHydrating()) return { topic: contactTopics[0], invoice: null };
  const query = new URLSearchParams(search);
  const topic = topicOf(query.get("topic") ?? state?.topic);
  return { topic, invoice: query.get("invoice") };
}

const Select = styled.select`
  ${control}
`;

interface Written {
  body: BodyOf<"POST /contact">;
  /** With a session, the message reaches us with the plan of the account. */
  signedIn: boolean;
}

const written = (body: Written["body"]) => ({ body, needs: ["reference"] });
const asVisitor = endpoint("POST /contact", written);
const asReader = endpoint("POST /user/contact", written);

const contactApi = api.injectEndpoints({
  endpoints: (build) => ({
    writeToUs: build.mutation<ResponseOf<"POST /contact">, Written>({
      query: ({ body, signedIn }) => (signedIn ? asReader : asVisitor).query(body),
    }),
  }),
});
