import type { AssistantPart, Message, Signature } from '../canonical.ts';

/** Puts the proofs of calls, which came as reasoning of their own (`callProof`), back on their calls. */
export function placeProofs(messages: readonly Message[]): Message[] {
  const calls = new Set<string>();
  const proofs = new Map<string, Signature>();
  const all = messages.flatMap((message) => (message.role === 'assistant' ? message.parts : []));
  for (const part of all) if (part.type === 'tool-call') calls.add(part.id);
  for (const part of all) if (isProof(part, calls)) proofs.set(part.signature.id, part.signature);
  if (proofs.size === 0) return [...messages];
  return messages.flatMap((message): Message[] => {
    if (message.role !== 'assistant') return [message];
    const parts = message.parts
      .filter((part) => !isProof(part, calls))
      .map((part): AssistantPart => {
        const proof = part.type === 'tool-call' ? proofs.get(part.id) : undefined;
        if (!proof) return part;
        const { id: _, ...signature } = proof;
        return { ...part, signature } as AssistantPart;
      });
    return parts.length > 0 ? [{ ...message, parts }] : [];
  });
}

function isProof(
  part: AssistantPart,
  calls: ReadonlySet<string>,
): part is AssistantPart & { readonly signature: Signature & { readonly id: string } } {
  if (part.type !== 'reasoning' || part.text !== '') return false;
  const { dialect, id } = part.signature ?? {};
  return dialect !== 'openai-responses' && id !== undefined && calls.has(id);
}
