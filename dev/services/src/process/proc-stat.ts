/**
 * The fields of /proc/<pid>/stat (proc(5)), the third one first. The command name in field 2 may hold spaces and brackets,
 * so they begin after the last closing bracket.
 */
export const fieldsOfStat = (stat: string): string[] =>
  stat.slice(stat.lastIndexOf(")") + 2).split(" ");
