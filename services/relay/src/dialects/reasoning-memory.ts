import { LRUCache } from 'lru-cache';
import type { AssistantPart, Message, ReasoningPart, Signature } from './canonical.ts';

/** What stood beside one tool call in the answer that made it. */
interface Remembered {
  /** The reasoning before the first call of the step; later calls of the step have none of their own. */
  readonly reasoning: readonly ReasoningPart[];
  readonly signature?: Signature;
}

const keptMs = 3_600_000;
const keptBytes = 64 * 1_048_576;

/**
 * Reasoning and signatures by user and tool call. Upstreams demand them back with the tool's result; clients of other
 * dialects drop them. Kept for an hour in this process: what is gone is left out, and the dialects' writers know how to
 * do without.
 */
export class ReasoningMemory {
  readonly #kept = new LRUCache<string, Remembered>({
    ttl: keptMs,
    maxSize: keptBytes,
    sizeCalculation: ({ reasoning, signature }) =>
      reasoning.reduce((sum, part) => sum + part.text.length + (part.signature?.value.length ?? 0), 64) +
      (signature?.value.length ?? 0),
  });

  /** Keeps what a client may drop of an answer with tool calls. */
  remember(userId: number, parts: readonly AssistantPart[]): void {
    let reasoning: ReasoningPart[] = [];
    for (const part of parts) {
      if (part.type === 'reasoning') reasoning.push(part);
      else if (part.type === 'tool-call') {
        if (reasoning.length > 0 || part.signature) {
          this.#kept.set(`${userId} ${part.id}`, { reasoning, ...(part.signature && { signature: part.signature }) });
        }
        reasoning = [];
      }
    }
  }

  /** The messages with the reasoning and signatures that their tool calls had, where the client left them out. */
  restore(userId: number, messages: readonly Message[]): readonly Message[] {
    return messages.map((message) => {
      if (message.role !== 'assistant' || !message.parts.some((part) => part.type === 'tool-call')) return message;
      const signed = message.parts.some((part) => part.type === 'reasoning' && part.signature);
      const doubled = !signed && this.#remembers(userId, message.parts);
      const opening: AssistantPart[] = [];
      let calls = 0;
      const parts = message.parts.flatMap((part): AssistantPart[] => {
        if (part.type === 'reasoning' && doubled) return [];
        if (part.type !== 'tool-call') return [part];
        const remembered = this.#kept.get(`${userId} ${part.id}`);
        const first = calls++ === 0;
        if (!remembered) return [part];
        const call = part.signature || !remembered.signature ? part : { ...part, signature: remembered.signature };
        if (signed) return [call];
        if (!first) return [...remembered.reasoning, call];
        // A model thinks before it says that it will call something.
        opening.push(...remembered.reasoning);
        return [call];
      });
      return { ...message, parts: [...opening, ...parts] };
    });
  }

  #remembers(userId: number, parts: readonly AssistantPart[]): boolean {
    return parts.some(
      (part) => part.type === 'tool-call' && (this.#kept.get(`${userId} ${part.id}`)?.reasoning.length ?? 0) > 0,
    );
  }
}
