import { categories as catalogue } from "@matinale/contracts/browser";
import { Info } from "lucide-react";
import { styled } from "styled-components";
import { TitledCard } from "../../components/card.tsx";
import { billingApi } from "../../api/resources/billing-api.ts";
import { plansApi } from "../../api/resources/plans-api.ts";
import { categoriesApi } from "../../api/resources/preferences-api.ts";
import { CategoryIcon } from "../../components/category-icon.tsx";
import { LoadFailure } from "../../components/load-failure.tsx";
import { SentCategories } from "../../components/sent-categories.tsx";
import { BoxPlaceholder, Skeleton, TextPlaceholder } from "../../components/skeleton.tsx";
import { useTexts } from "../../i18n/use-texts.ts";
import { Switch } from "../../components/switch.tsx";
import { grid, token, up } from "../../styles/theme.ts";
import { settingsApi, type Category } from "./settings-api.ts";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";
import { useReloadAfterChange } from "./reload-after-change.ts";
import { Small, Remark } from "../../components/page.tsx";

export function CategoriesCard() {
  const { t, nameOf } = useTexts();
  const all = settingsApi.useCategoriesQuery();
  const chosen = categoriesApi.useUserCategoriesQuery();
  const chosenIds = new Set(chosen.data?.map(({ id }) => id));
  const failed = all.isError || chosen.isError;
  const { plan } = useCurrentPlan();
  const { succeed, fail } = useResultToasts();
  const [choose, { isLoading: choosing }] = settingsApi.useChooseCategoryMutation();
  const reloadAfterChange = useReloadAfterChange();

  const toggle = async (category: Category, on: boolean) => {
    const { error } = await choose({ category, chosen: on });
    if (error) return fail("settings.categories.failed", error, "settings.categories.failedText");
    reloadAfterChange();
    succeed(on ? "settings.categories.added" : "settings.categories.removed");
  };
  return (
    <TitledCard
      title={t("settings.categories.title")}
      aside={<Count chosen={chosen.data?.length} />}
    >
      {failed ? (
        <LoadFailure text={t("settings.categories.loadFailed")} queries={[all, chosen]} />
      ) : all.data && chosen.data ? (
        <Grid>
          {all.data.map((category) => {
            const checked = chosenIds.has(category.id);
            return (
              // The card is the label of its switch, so that a click on either changes it once.
              <Choice key={category.id} data-state={checked ? "checked" : "unchecked"}>
                <span>
                  <CategoryIcon name={category.iconName} size={22} />
                  <Switch
                    checked={checked}
                    disabled={choosing}
                    onCheckedChange={(on) => void toggle(category, on)}
                  />
                </span>
                <b>{nameOf(category)}</b>
              </Choice>
            );
          })}
        </Grid>
      ) : (
        <CategoriesSkeleton />
      )}
      {plan ? <SentCategories plan={plan} text="settings.categories.overLimit" /> : null}
      <Remark>
        <Info />
        {t("settings.categories.note")}
      </Remark>
    </TitledCard>
  );
}

/** « 3 sur 5 avec Premium »: chosen categories and the limit of the current plan. */
function Count({ chosen }: { chosen: number | undefined }) {
  const { t, nameOf } = useTexts();
  const { plan, isLoading } = useCurrentPlan();
  if (isLoading) {
    return (
      <Small aria-hidden>
        <TextPlaceholder $width="9rem" />
      </Small>
    );
  }
  if (!plan || chosen === undefined) return null;
  return (
    <Small>
      {t("settings.categories.count", {
        chosen,
        most: plan.limits.maxCategories,
        plan: nameOf(plan),
      })}
    </Small>
  );
}

function useCurrentPlan() {
  const { data: subscription, isLoading } = billingApi.useSubscriptionQuery();
  const { data: plans } = plansApi.usePlansQuery();
  return { plan: plans?.find(({ id }) => id === subscription?.planId), isLoading };
}

function CategoriesSkeleton() {
  const { t } = useTexts();
  return (
    <Skeleton label={t("common.loading")}>
      <Grid>
        {catalogue.map(({ id }) => (
          <Choice as="div" key={id}>
            <span>
              <BoxPlaceholder as="i" $width="22px" $height="22px" />
              <BoxPlaceholder as="i" $width="36px" $height="20px" />
            </span>
            <b>
              <TextPlaceholder as="i" $width="60%" />
            </b>
          </Choice>
        ))}
      </Grid>
    </Skeleton>
  );
}

/** As many columns as fit beside each other without breaking « International », also when the text is enlarged. */
const columns = (most: number) =>
  `repeat(auto-fill, minmax(min(100%, max(7.25rem, (100% - ${most - 1} * var(--gap)) / ${most})), 1fr))`;

const Grid = styled.div`
  --gap: ${token("s3")};
  display: grid;
  gap: var(--gap);
  grid-template-columns: ${columns(2)};
  /* Keeps « Technologie » and « International » on one line. */
  @media (max-width: 22.5rem) {
    --gap: ${token("s2")};
  }
  ${up("md")} {
    grid-template-columns: ${columns(3)};
  }
`;

const Choice = styled.label`
  ${grid("s4")};
  min-width: 0;
  padding: ${token("s3")} ${token("s3")} ${token("s3")} ${token("s4")};
  border: 1px solid ${token("border")};
  border-radius: ${token("r-card")};
  cursor: pointer;
  span {
    display: flex;
    align-items: center;
    justify-content: space-between;
  }
  svg {
    color: ${token("text-muted")};
  }
  b {
    font-size: 0.9375rem;
    font-weight: 600;
    hyphens: auto;
    overflow-wrap: anywhere;
  }
  @media (max-width: 22.5rem) {
    padding-inline: 0.625rem;
  }
  &[data-state="checked"] {
    border-color: ${token("brand")};
    box-shadow: inset 0 0 0 1px ${token("brand")};
    svg {
      color: ${token("brand")};
    }
  }
`;
