import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { useProduct } from "../../api/resources/product-api.ts";
import { PageBody, PageTitle } from "../../components/page.tsx";
import { Linked } from "../../components/prose.tsx";
import ContactForm from "../../contact/contact-form.tsx";
import { token } from "../../styles/theme.ts";

export default function ContactPage() {
  const { t } = useTranslation();
  const { supportEmail } = useProduct().brand;
  return (
    <Body $width={token("measure")}>
      <PageTitle>{t("contact.title")}</PageTitle>
      <p>
        {t("contact.intro")} <Linked text={t("contact.help")} />
      </p>
      <ContactForm />
      <p>
        {t("contact.direct")} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </Body>
  );
}

const Body = styled(PageBody)`
  > p a {
    color: ${token("brand")};
  }
`;
