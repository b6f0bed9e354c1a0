export const languageStorageKey = "language";
/** Of an address: `/?lang=en` is the English page, for links and search engines. */
export const languageParameter = "lang";
export const timezoneStorageKey = "user_timezone";

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
/** A manual delivery waits for its digest to be made; nothing else takes this long. */
export const requestTimeoutMs = 60_000;

/** Between a valid address and the sign-up page it leads to. */
export const bandDelayMs = 1000;

export const contactAddress = "bonjour@matinale.example";
