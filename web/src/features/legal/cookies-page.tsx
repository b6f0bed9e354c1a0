import { LegalDocument } from "./legal-document.tsx";

export default function CookiesPage() {
  return <LegalDocument name="cookies" />;
}
