import { has } from "../api-error.ts";
import { api } from "../base-api.ts";

export interface Automation {
  isRunning: boolean;
  /** ISO 8601; end of a pause that the reader asked for. Sending resumes by itself. */
  pausedUntil?: string | null;
  /** The number was disconnected, because WhatsApp could not reach it; null after the next connection. */
  disconnected?: { phone: string; at: string; reason: string; message: string } | null;
}

export const automationApi = api.injectEndpoints({
  endpoints: (build) => ({
    automation: build.query<Automation, void>({
      query: () => "automation/status",
      extraOptions: { expects: has("isRunning") },
      providesTags: ["Automation"],
    }),
  }),
});

export const { useAutomationQuery } = automationApi;
