/** The simulated owners: invented first names, so that a list of phones is easy to read. */
const names = [
  "Camille",
  "Yanis",
  "Hélène",
  "Inès",
  "Marius",
  "Salomé",
  "Bastien",
  "Naïma",
  "Théo",
  "Clémence",
  "Ousmane",
  "Agathe",
  "Rosalind",
  "Gareth",
  "Priya",
  "Declan",
  "Morag",
  "Imogen",
  "Tobias",
  "Wren",
];

/** The same number always has the same owner. */
export function ownerName(digits: string): string {
  let sum = 0;
  for (const digit of digits) sum = (sum * 31 + Number(digit)) % 9973;
  return names[sum % names.length] ?? "Camille";
}
