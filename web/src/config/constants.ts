export const languageStorageKey = "language";
/** Of an address: `/?lang=en` is the English page, for links and search engines. */
export const languageParameter = "lang";
export const timezoneStorageKey = "user_timezone";
/** Gets another value whenever somebody signs in or out: the other tabs hear of that. */
export const sessionChangeStorageKey = "session_change";

export const toastDurationMs = 5000;
export const toastSwipePx = 50;
export const toastHotkey = "F8";
/** How long a dismissed toast stays in the state, invisible. */
export const toastRemovalMs = 1_000_000;

/** Characters of a message shown in the history before the ellipsis. */
export const snippetLength = 50;
export const categoryReloadMs = 1000;

export const retryFirstMs = 1000;
export const retryLongestMs = 30_000;
/** How often settings ask whether the phone that scanned the code is connected. */
export const connectionPollMs = 5000;
/** Between two questions for an opt-in code, at the least. */
export const optInRetryMs = 30_000;
/** How long an opt-in code is good at the most. */
export const optInLifeMs = 3_600_000;
export const cacheSeconds = 300;
/** The gateway gives up sooner: a call that takes longer has lost its way. */
export const requestTimeoutMs = 20_000;
/** What waits for a digest to be made, for a bank or for a file takes longer. */
export const longRequestTimeoutMs = 60_000;

/** Between a valid address and the sign-up page it leads to. */
export const bandDelayMs = 1000;

export const contactAddress = "bonjour@matinale.example";
