import { has } from "../api-error.ts";
import { api } from "../base-api.ts";

export interface Automation {
  isRunning: boolean;
  /** ISO 8601; the reader asked for a pause, and sending goes on by itself then. */
  pausedUntil?: string | null;
  /** The number was given up, since WhatsApp could no longer reach it; gone after the next connection. */
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
