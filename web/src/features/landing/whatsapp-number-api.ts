import { has } from "../../api/api-error.ts";
import { api } from "../../api/base-api.ts";

interface WhatsappNumber {
  /** Opens a conversation with us, with the first message filled in. */
  link: string;
  /** The link as a QR code. */
  svg: string;
}

const whatsappNumberApi = api.injectEndpoints({
  endpoints: (build) => ({
    whatsappNumber: build.query<WhatsappNumber, void>({
      query: () => "whatsapp/number",
      extraOptions: { expects: has("svg") },
    }),
  }),
});

export const { useWhatsappNumberQuery } = whatsappNumberApi;
