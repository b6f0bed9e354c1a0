/**
 * How many more items a queue may take. A full queue takes none until a share of its items has left. So items
 * are claimed in batches, and the queue still never runs empty.
 *
 * @param most   capacity of the queue, an integer above 0
 * @param share  share of the capacity that must be free before a full queue is refilled, in (0, 1]
 */
export function backlogCapacity(most: number, share: number): (queued: number) => number {
  let full = false;
  return (queued) => {
    const free = most - queued;
    if (free <= 0) full = true;
    else if (free >= most * share) full = false;
    return full ? 0 : free;
  };
}
