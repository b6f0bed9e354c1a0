/**
 * Says how many more may stand in a line that is never to end while there are more: as many as fit, and
 * once it was full, none until a part of it has left, so that they come in batches.
 *
 * @param most   of the line, a whole number above 0
 * @param share  of the line that leaves before more may come, above 0 and at most 1
 */
export function backlogCapacity(most: number, share: number): (standing: number) => number {
  let full = false;
  return (standing) => {
    const free = most - standing;
    if (free <= 0) full = true;
    else if (free >= most * share) full = false;
    return full ? 0 : free;
  };
}
