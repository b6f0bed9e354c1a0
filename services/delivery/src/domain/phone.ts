/** What the provider calls a number: its digits. */
export const digitsOf = (phone: string): string => phone.replace(/\D/g, "");
