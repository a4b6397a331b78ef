/** What is said where the hub cannot be reached, of which each browser has words of its own. */
export const NO_ANSWER =
  'The hub did not answer. Look whether this device is online and the hub is reachable, then send it again.';
