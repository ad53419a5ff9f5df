/** A way to sign in: `password`, `passkey`, or the name of a provider. */
export interface WayIn {
  readonly name: string;
  /** The site offers it. */
  readonly isOpen: boolean;
  /** The person has it. */
  readonly isTheirs: boolean;
}

/** True when the person could still sign in without this one, as the server judges too. */
export function hasOtherWayIn(ways: readonly WayIn[], without: string): boolean {
  return ways.some(({ name, isOpen, isTheirs }) => name !== without && isOpen && isTheirs);
}
