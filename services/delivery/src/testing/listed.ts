/** The messages of a list, which bars and line ends separate. */
export const listed = (list: string): string[] => list.trim().split(/\s*[|\n]\s*/);
