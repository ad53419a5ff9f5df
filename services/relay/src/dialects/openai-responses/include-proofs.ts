import { capabilitiesOf } from '../openai-chat/capabilities.ts';

const proofs = 'reasoning.encrypted_content';

/**
 * What to ask for beside the answer so that the client gets the proofs of reasoning; undefined when nothing needs to be
 * added to what it asked for. Models that do not reason refuse to be asked.
 */
export function includeProofs(model: string, asked: readonly unknown[] = []): readonly unknown[] | undefined {
  if (asked.includes(proofs) || capabilitiesOf(model).efforts.length === 0) return undefined;
  return [...asked, proofs];
}
