import { styled } from "styled-components";
import { Stack } from "../../components/card.tsx";
import { Small } from "../../components/page.tsx";
import { BoxPlaceholder, Skeleton, TextPlaceholder } from "../../components/skeleton.tsx";
import { useTranslation } from "react-i18next";
import { grid, token } from "../../styles/theme.ts";

/** Placeholder for Stripe's fields: number, expiry date, security code, country. */
export function FieldsSkeleton() {
  const { t } = useTranslation();
  return (
    <Skeleton label={t("subscribe.preparing")}>
      <Fields>
        {[1, 2, 3, 4].map((place) => (
          <div key={place}>
            <TextPlaceholder $width="5rem" />
            <BoxPlaceholder />
          </div>
        ))}
      </Fields>
    </Skeleton>
  );
}

export function PaymentSkeleton() {
  return (
    <Stack $gap="s4">
      <FieldsSkeleton />
      <Small aria-hidden>
        <TextPlaceholder $width="16rem" />
      </Small>
      <BoxPlaceholder $height="52px" aria-hidden />
    </Stack>
  );
}

const Fields = styled.div`
  ${grid("s3", "1fr 1fr")};
  font-size: ${token("fs-sm")};
  > :first-child,
  > :last-child {
    grid-column: 1 / -1;
  }
`;
