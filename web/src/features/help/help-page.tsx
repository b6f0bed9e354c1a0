import { retention } from "@matinale/contracts/browser";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";
import { styled } from "styled-components";
import { useProduct } from "../../api/resources/product-api.ts";
import { Stack } from "../../components/card.tsx";
import { Disclosure } from "../../components/disclosure.tsx";
import { Field } from "../../components/field.tsx";
import { PageTitle, SectionsPage, Small } from "../../components/page.tsx";
import { Linked, Prose } from "../../components/prose.tsx";
import { textEntries } from "../../i18n/text-entries.ts";
import { useHydrating } from "../../lib/hydrating.tsx";
import { token } from "../../styles/theme.ts";
import { matches } from "./search.ts";

const topicNames = ["start", "whatsapp", "editions", "words", "plans", "data"] as const;

/** Each question has an address of its own, such as /help#stop. */
export default function HelpPage() {
  const { t } = useTranslation();
  const { hash } = useLocation();
  // The HTML has no open answer, and hydration changes no attribute: it opens afterwards.
  const hydrating = useHydrating();
  const trialDays = useProduct().trial.days;
  const [search, setSearch] = useState("");
  const values = { returnObjects: true, ...retention, trialDays } as const;
  const topics = topicNames
    .map((id) => {
      const title = t(`help.topics.${id}.title`);
      const questions = textEntries(
        t(`help.topics.${id}.questions`, values),
        "question",
        "answer",
      ).filter(([, { question, answer }]) => matches(`${title} ${question} ${answer}`, search));
      return { id, title, questions };
    })
    .filter(({ questions }) => questions.length > 0);
  const count = topics.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <SectionsPage $width="48rem">
      <PageTitle>{t("help.title")}</PageTitle>
      <p>
        <Linked text={t("help.intro")} />
      </p>
      <Stack $gap="s2">
        <Field
          type="search"
          label={t("help.search")}
          value={search}
          // Typing before the page is hydrated would be lost.
          disabled={hydrating}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Small as="output">
          {count > 0 ? t("help.found", { count }) : <Linked text={t("help.nothing")} />}
        </Small>
      </Stack>
      {topics.map(({ id, title, questions }) => (
        <section key={id} aria-labelledby={`topic-${id}`}>
          <h2 id={`topic-${id}`}>{title}</h2>
          {questions.map(([name, { question, answer }]) => (
            <Item key={name} id={name} open={(!hydrating && hash === `#${name}`) || undefined}>
              <summary>
                {question}
                <ChevronDown />
              </summary>
              <Prose text={answer} />
            </Item>
          ))}
        </section>
      ))}
    </SectionsPage>
  );
}

const Item = styled(Disclosure)`
  svg {
    transition: rotate ${token("t-press")} ${token("ease")};
  }
  &[open] svg {
    rotate: 180deg;
  }
  > div {
    padding-bottom: ${token("s4")};
  }
`;
