/**
 * Groups of texts in a part of a text file, in the order of the file: `t` with `returnObjects` gives such a part
 * without its type.
 *
 * @param fields  the fields that each group has
 */
export const textEntries = <Field extends string>(
  part: object,
  ...fields: Field[]
): [string, Record<Field, string>][] =>
  Object.entries(part).filter((entry): entry is [string, Record<Field, string>] =>
    fields.every((field) => typeof entry[1]?.[field] === "string"),
  );
