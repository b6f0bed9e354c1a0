import { isDuplicateKey } from "@matinale/kit";

/** @returns false when the write has failed because a unique key exists already */
export async function unlessDuplicate(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}
