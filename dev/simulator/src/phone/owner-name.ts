/** Invented first names of the phones' owners, which make a list of phones easier to read. */
const names = (
  "Camille Yanis Hélène Inès Marius Salomé Bastien Naïma Théo Clémence " +
  "Ousmane Agathe Rosalind Gareth Priya Declan Morag Imogen Tobias Wren"
).split(" ");

/** The owner of a number, always the same for the same number. */
export function ownerName(digits: string): string {
  let sum = 0;
  for (const digit of digits) sum = (sum * 31 + Number(digit)) % 9973;
  return names[sum % names.length] ?? "Camille";
}
