import { styled } from "styled-components";
import { BoxPlaceholder, Skeleton, TextPlaceholder } from "../../components/skeleton.tsx";
import { useTranslation } from "react-i18next";
import { grid, token } from "../../styles/theme.ts";

/** Placeholder for Stripe's fields: number, expiry date, security code, country. */
export function FieldsSkeleton() {
  const { t } = useTranslation();
  return (
    <Skeleton label={t("subscribe.preparing")}>
      <Fields>
        <FieldPlaceholder />
        <FieldPlaceholder />
        <FieldPlaceholder />
        <FieldPlaceholder />
      </Fields>
    </Skeleton>
  );
}

export function PaymentSkeleton() {
  return (
    <Form>
      <FieldsSkeleton />
      <p aria-hidden>
        <TextPlaceholder $width="16rem" />
      </p>
      <BoxPlaceholder $height="52px" aria-hidden />
    </Form>
  );
}

function FieldPlaceholder() {
  return (
    <div>
      <TextPlaceholder $width="5rem" />
      <BoxPlaceholder />
    </div>
  );
}

const Form = styled.div`
  ${grid("s4")};
  p {
    font-size: ${token("fs-sm")};
  }
`;

const Fields = styled.div`
  ${grid("s3")};
  grid-template-columns: 1fr 1fr;
  font-size: ${token("fs-sm")};
  > :first-child,
  > :last-child {
    grid-column: 1 / -1;
  }
`;
