/** Waits until all have finished, also after a failure: the caller may repeat all of them at once. @throws the first failure */
export async function allFinished(work: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(work);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}
