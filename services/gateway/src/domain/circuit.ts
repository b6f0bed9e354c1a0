/**
 * Remembers that a service does not answer, so that people are told at once instead of each waiting
 * for it. What failed is looked at until it answers again: nobody's call is the trial.
 */
export interface Circuit {
  /** While it is open calls are refused. */
  readonly isOpen: boolean;
  /** The service answered, whatever it said. */
  answered(): void;
  /** No answer in a time that always suffices: calls are refused until a look says otherwise. */
  hung(): void;
  /** No connection, or a broken one, which may be that one's alone: the look decides. */
  unreachable(): void;
}

/**
 * @param look  whether the service answers a question that costs it nothing; must not fail
 * @param pause between a look in vain and the next
 */
export function createCircuit(look: () => Promise<boolean>, pause: () => Promise<void>): Circuit {
  let isOpen = false;
  let isLooking = false;

  const watch = async () => {
    if (isLooking) return;
    isLooking = true;
    while (!(await look())) {
      isOpen = true;
      await pause();
    }
    isOpen = false;
    isLooking = false;
  };
  return {
    get isOpen() {
      return isOpen;
    },
    answered: () => {
      isOpen = false;
    },
    hung: () => {
      isOpen = true;
      void watch();
    },
    unreachable: () => void watch(),
  };
}
