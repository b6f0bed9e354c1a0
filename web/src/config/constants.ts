export const languageStorageKey = "language";
/** Query parameter: `/?lang=en` is the English page, for links and search engines. */
export const languageParameter = "lang";
export const timezoneStorageKey = "user_timezone";
/** Changes at every sign-in and sign-out; other tabs get a storage event. */
export const sessionChangeStorageKey = "session_change";
/** The address whose reader hid the request to verify it, until the tab is closed. */
export const hiddenVerificationStorageKey = "hidden_verification";

export const dayMs = 86_400_000;

export const toastDurationMs = 5000;
export const toastSwipePx = 50;
export const toastHotkey = "F8";
/** How long a dismissed toast stays in the state. */
export const toastRemovalMs = 1_000_000;

/** Characters of a message shown in the history before the ellipsis. */
export const snippetLength = 50;
export const categoryReloadMs = 1000;

export const retryFirstMs = 1000;
export const retryLongestMs = 30_000;
/** How often the settings page polls whether the phone that scanned the code is connected. */
export const connectionPollMs = 5000;
/** How often the account page polls whether a payment has been processed. */
export const paymentPollMs = 3000;
/** After this time the account page says that the plan of a payment is late. */
export const paymentLateMs = 60_000;
/** Shortest time between two requests for an opt-in code. */
export const optInRetryMs = 30_000;
/** Longest validity of an opt-in code. */
export const optInLifeMs = 3_600_000;
export const cacheSeconds = 300;
/** Longer than the timeout of the gateway: a call that takes longer is lost. */
export const requestTimeoutMs = 20_000;
/** For calls that wait for a digest, a bank or a file, for which the gateway waits half a minute. */
export const longRequestTimeoutMs = 60_000;

/** Delay between submitting the e-mail address on the landing page and opening the sign-up page. */
export const bandDelayMs = 1000;

/** Outlets in the catalogue of the content service, by name; a test compares them. */
export const outletCount = 113;
