import { dictionary } from "@zxcvbn-ts/language-common";

/** A password that the form would refuse anyway needs no place in the list. */
const shortest = 6;
/** Ordered by frequency: the log-in throttle makes guessing passwords further down the list too slow. */
const listed = 10_000;

/** Often chosen by French speakers, or about us, and not high enough in a list made of leaks in English. */
const closeToHome = [
  "abricot",
  "amour123",
  "azerty1",
  "azerty12",
  "azerty123",
  "azerty1234",
  "azerty12345",
  "azerty123456",
  "azertyui",
  "bonjour1",
  "bonjour123",
  "chouchou",
  "coucou",
  "coucou123",
  "doudou",
  "france98",
  "jetaime",
  "loulou",
  "loulou123",
  "marseille13",
  "matinale",
  "matinale1",
  "matinale123",
  "matinale2026",
  "monamour",
  "motdepasse",
  "motdepasse1",
  "motdepasse123",
  "nicolas1",
  "soleil123",
  "whatsapp",
  "whatsapp123",
];

/** The 10,000 most used of at least six characters, by the list of zxcvbn-ts (MIT), best known first. */
const common = new Set(
  dictionary["passwords-common"]
    .filter((password) => password.length >= shortest)
    .slice(0, listed)
    .concat(closeToHome),
);

/** Whether a guesser would try it among the first; capitals make no difference. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase());
