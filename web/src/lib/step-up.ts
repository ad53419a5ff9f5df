/** Asks the person to show again who they are; answers whether they did. */
export type StepUpAsker = () => Promise<boolean>;

let asker: StepUpAsker | undefined;
let asked: Promise<boolean> | undefined;

/** Names who asks. Returns what takes the name back. */
export function onStepUp(next: StepUpAsker): () => void {
  asker = next;
  return () => {
    if (asker === next) asker = undefined;
  };
}

/** One question for all calls that wait for its answer; false at once where nobody can ask. */
export function stepUp(): Promise<boolean> {
  if (asker === undefined) return Promise.resolve(false);
  asked ??= asker().finally(() => {
    asked = undefined;
  });
  return asked;
}
