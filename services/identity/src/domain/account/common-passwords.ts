import { dictionary } from "@zxcvbn-ts/language-common";

/** The form refuses shorter passwords, so the list leaves them out. */
const shortest = 6;
/** The list is ordered by frequency. Guessing rarer passwords is too slow, because log-ins are throttled. */
const listed = 10_000;

/** Passwords that French speakers choose often, or that name this product: the list comes from English leaks. */
const frenchOrOwn = `
  abricot amour123 azerty1 azerty12 azerty123 azerty1234 azerty12345 azerty123456 azertyui
  bonjour1 bonjour123 chouchou coucou coucou123 doudou france98 jetaime loulou loulou123
  marseille13 matinale matinale1 matinale123 matinale2026 monamour motdepasse motdepasse1
  motdepasse123 nicolas1 soleil123 whatsapp whatsapp123
`;

/** The 10,000 most used passwords of at least six characters in the list of zxcvbn-ts (MIT), and our own. */
const common = new Set(
  dictionary["passwords-common"]
    .filter((password) => password.length >= shortest)
    .slice(0, listed)
    .concat(frenchOrOwn.trim().split(/\s+/)),
);

/** Whether attackers try this password early. Upper and lower case make no difference. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase());
