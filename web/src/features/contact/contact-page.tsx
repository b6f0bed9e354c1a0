import { useTranslation } from "react-i18next";
import { useProduct } from "../../api/resources/product-api.ts";
import { Breakable } from "../../components/breakable.tsx";
import { PageBody, PageTitle } from "../../components/page.tsx";
import { Linked, PlainLink } from "../../components/prose.tsx";
import ContactForm from "../../contact/contact-form.tsx";
import { token } from "../../styles/theme.ts";

export default function ContactPage() {
  const { t } = useTranslation();
  const { supportEmail } = useProduct().brand;
  return (
    <PageBody $width={token("measure")}>
      <PageTitle>{t("contact.title")}</PageTitle>
      <p>
        {t("contact.intro")} <Linked text={t("contact.help")} />
      </p>
      <ContactForm />
      <p>
        {t("contact.direct")}{" "}
        <PlainLink href={`mailto:${supportEmail}`}>
          <Breakable>{supportEmail}</Breakable>
        </PlainLink>
        .
      </p>
    </PageBody>
  );
}
