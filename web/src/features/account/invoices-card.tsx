import { styled } from "styled-components";
import { billingApi, type Invoice } from "../../api/resources/billing-api.ts";
import { Row, TitledCard } from "../../components/card.tsx";
import { LoadFailure } from "../../components/load-failure.tsx";
import { Muted } from "../../components/page.tsx";
import { VisuallyHidden } from "../../styles/visually-hidden.ts";
import { PlainLink, TextLink } from "../../components/prose.tsx";
import { refundHref } from "../../config/paths.ts";
import { useTexts } from "../../i18n/use-texts.ts";
import { useAccountTime } from "../../session/use-account-time.ts";
import { token } from "../../styles/theme.ts";

/** Invoices of Stripe, the newest first. Without invoices there is no card. */
export function InvoicesCard() {
  const { t } = useTexts();
  const query = billingApi.useInvoicesQuery(undefined, { refetchOnMountOrArgChange: true });
  // The error is kept during a new request, so that the card and its button stay.
  const { data, error } = query;
  if (!error && !data?.invoices.length) return null;
  return (
    <TitledCard title={t("membership.invoices.title")}>
      {error ? (
        <LoadFailure text={t("membership.invoices.loadFailed")} queries={[query]} />
      ) : (
        <ul>
          {data?.invoices.map((invoice) => (
            <Line key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
    </TitledCard>
  );
}

function Line({ invoice }: { invoice: Invoice }) {
  const { t, price } = useTexts();
  const { dateOf } = useAccountTime();
  const { id, createdAt, amount, state, number, pageUrl, pdfUrl } = invoice;
  const date = dateOf(createdAt);
  return (
    <Item>
      <div>
        {date}
        <Muted>
          {t(`membership.invoices.states.${state}`)}
          {number === null ? "" : ` · ${number}`}
        </Muted>
      </div>
      <b>{price(amount)}</b>
      <Links>
        {pageUrl === null ? null : (
          <PlainLink href={pageUrl} target="_blank" rel="noreferrer">
            {t("membership.invoices.open")}
            <VisuallyHidden> {date}</VisuallyHidden>
          </PlainLink>
        )}
        {pdfUrl === null ? null : (
          <PlainLink href={pdfUrl} rel="noreferrer">
            {t("membership.invoices.pdf")}
            <VisuallyHidden> {date}</VisuallyHidden>
          </PlainLink>
        )}
        {state === "paid" && amount > 0 ? (
          <TextLink to={refundHref(number ?? id)}>
            {t("membership.invoices.refund")}
            <VisuallyHidden> {date}</VisuallyHidden>
          </TextLink>
        ) : null}
      </Links>
    </Item>
  );
}

const Item = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${token("s1")} ${token("s4")};
  padding: ${token("s3")} 0;
  border-top: 1px solid ${token("border")};
`;

const Links = styled(Row)`
  grid-column: 1 / -1;
`;
