/** A tone of 0.1 s in Ogg Opus, which the simulator accepts as a voice note. */
export const voiceNote = Buffer.from(
  [
    "T2dnUwACAAAAAAAAAACrUpeAAAAAAAQ25/MBE09wdXNIZWFkAQE4AYC7AAAAAABPZ2dTAAAAAAAAAAAAAKtSl4ABAAAA",
    "Pv4B/AEiT3B1c1RhZ3MSAAAATWVkaWFidW5ueSB2MS42MS4wAAAAAE9nZ1MABIAWAAAAAAAAq1KXgAIAAAAxHHGVBtd6",
    "dXZ1w/iKcP91BMZIZUfTEP4Q+TOcxkr9wmI/f4mYoNfsKhqShnGPCNBltlh0nEG2JK8qu/zstYpwBjy3IpZCygtmZaa1",
    "EBsoPge6dCeZXA463zinT2exVc7mqoeWzXQY8VDueyVN4foty7HBrYZAyO6l4jfiU21q2EEhSKIc+ihv1SIc+h3vLMNZ",
    "2oZpKpj5o8EZcUYTgH/0sJZKUZIdVguvC143mJhgxIuQDdq1OvX9LhdbV9o/pfaRhCI9SSpFm3kyW1C92QWi3kDUz6dL",
    "d7jmsU8yAnF1tiXQ+IMPHFFbY2NB33s7cXp5WU/Z1Nq7+r7Xe9xgGakgninhTqxljJGVXJlM+Cqv/MKn4vigIC70XojU",
    "Pl0TPU4G45lYg9lstW53FCQg8pn7h0XTQYCFk45wzKonbpN0qQR2Y+IfOxqXK7MEHoa3mmrxjKg029JXdFXdkVD4w2Yi",
    "tiYUfpntmzxXkZ/rSCzKc24zUGkVBqXWE5lwBimqXxXy1R29kkFma5TqiFBadaqxdClT4k2twuBjRr/dKbmgky8zIyV6",
    "PQqRUvSWd9FKQBLdaX4nlP5eB9ohSizXejce/t75pFy7X7V1otsRcbbUX1z4w4LZqSJNz0OaWcg7K7l7hro9v+1ZDMZD",
    "nhtKnk5u9R1l8cJyTgKiM9pC9pHAhBs7fl7b3zfhKw4asL9JojtHb4qjwn7OYUJ0d2+sGKVYiE1pMLb2r0PxHcHd/+MG",
    "g4EvKttV/mUz64SBN3izONk3KojuR8Nb+MEYS8NkGKWDXLMDXFz31OoKJcIjLmFdlw4KYzEoBYbTzS9jopmKPKyM+gOq",
    "2h++yf2c/iN/Mfjnq7m9gTIp0SPYDvqAlkmtGWnJ5wtCIobpIk1LrgP5rn4tsGwKDy9g4DPfWgrtstT1uFQtnWWbmSq/",
    "11tb+Io73PJj8ZYmhnTZmOgpz+a3UFSGTDFOcnpBFlWwSPrR26jZ7hh/g4QdHqF4FMSk/gKNHjydj7Fb6DFF1kVb5kG8",
    "UP9wS4VJsYP/MsrvGW4xD+weLtdMcSDimjcbzBATfvqJxalCezkYGHMFjLPyXno/t07Aae850g+c7+jrY9k4JUhfRQdF",
    "TAed/Y5eauSy7XIsrcggNaU5zwqVrkXurl79MgLO5PCYbrVf78X3EcFNm1PbZSbVuwNpdxNdbbFDDwOw",
  ].join(""),
  "base64",
);
