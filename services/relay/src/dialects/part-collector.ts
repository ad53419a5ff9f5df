import type { UsageTokens } from '@switchyard/contracts';
import type { AssistantPart, ChatResult, StreamPart, UpstreamError } from './canonical.ts';

interface Pieces {
  readonly id: string;
  readonly pieces: string[];
  open: boolean;
  end?: StreamPart;
}
type Block =
  | (Pieces & { readonly kind: 'text' })
  | (Pieces & { readonly kind: 'reasoning' })
  | (Pieces & { readonly kind: 'tool'; readonly name: string; readonly custom: boolean })
  | { readonly kind: 'part'; readonly part: AssistantPart };

/** Puts the pieces of a streamed answer together, in the order in which its blocks were opened. */
export class PartCollector {
  readonly #blocks: Block[] = [];
  #start: Extract<StreamPart, { type: 'start' }> | undefined;
  #finish: Extract<StreamPart, { type: 'finish' }> | undefined;
  #error: UpstreamError | undefined;
  #serviceTier: string | undefined;
  #refusal = '';

  add(part: StreamPart): void {
    switch (part.type) {
      case 'start':
        this.#start ??= part;
        break;
      case 'text-start':
        this.#blocks.push({ kind: 'text', id: part.id, pieces: [], open: true });
        break;
      case 'reasoning-start':
        this.#blocks.push({ kind: 'reasoning', id: part.id, pieces: [], open: true });
        break;
      case 'tool-input-start':
        this.#blocks.push({
          kind: 'tool',
          id: part.id,
          pieces: [],
          open: true,
          name: part.name,
          custom: part.custom === true,
        });
        break;
      case 'text-delta':
        this.#open('text', part.id)?.pieces.push(part.text);
        break;
      case 'reasoning-delta':
        this.#open('reasoning', part.id)?.pieces.push(part.text);
        break;
      case 'tool-input-delta':
        this.#open('tool', part.id)?.pieces.push(part.text);
        break;
      case 'text-end':
        this.#close('text', part);
        break;
      case 'reasoning-end':
        this.#close('reasoning', part);
        break;
      case 'tool-input-end':
        this.#close('tool', part);
        break;
      case 'refusal-delta':
        this.#refusal += part.text;
        break;
      case 'file':
        this.#blocks.push({
          kind: 'part',
          part: { type: 'file', mediaType: part.mediaType, source: { kind: 'data', base64: part.base64 } },
        });
        break;
      case 'service-tier':
        this.#serviceTier = part.serviceTier;
        break;
      case 'finish':
        this.#finish = part;
        break;
      case 'error':
        this.#error = part.error;
    }
  }

  /** The error that ended the answer. */
  error(): UpstreamError | undefined {
    return this.#error;
  }

  usage(): UsageTokens | undefined {
    return this.#finish?.usage ?? this.#start?.usage;
  }

  parts(): AssistantPart[] {
    const parts = this.#blocks.map(toPart);
    return this.#refusal === '' ? parts : [...parts, { type: 'refusal', text: this.#refusal }];
  }

  /** Everything the model wrote, for counting. */
  text(): string {
    let text = this.#refusal;
    for (const block of this.#blocks) {
      if (block.kind === 'part') continue;
      if (block.kind === 'tool') text += block.name;
      for (const piece of block.pieces) text += piece;
    }
    return text;
  }

  /** As the upstream named it last. */
  serviceTier(): string | undefined {
    return this.#serviceTier;
  }

  /** What closes the blocks that are still open. */
  closing(): StreamPart[] {
    return this.#blocks.flatMap((block): StreamPart[] => {
      if (block.kind === 'part' || !block.open) return [];
      const type = block.kind === 'tool' ? 'tool-input-end' : (`${block.kind}-end` as const);
      return [{ type, id: block.id }];
    });
  }

  /** The whole answer. After `finish` was added. */
  result(): ChatResult {
    const { finishReason } = this.#finish ?? { finishReason: { unified: 'other', raw: '' } as const };
    const serviceTier = this.serviceTier();
    const usage = this.usage();
    return {
      id: this.#start?.id ?? '',
      model: this.#start?.model ?? '',
      parts: this.parts(),
      finishReason,
      ...(usage && { usage }),
      ...(serviceTier !== undefined && { serviceTier }),
    };
  }

  #open<K extends 'text' | 'reasoning' | 'tool'>(
    kind: K,
    id: string,
  ): Extract<Block, { pieces: string[] }> | undefined {
    // The newest block is the one that grows, as a rule.
    for (let at = this.#blocks.length - 1; at >= 0; at--) {
      const block = this.#blocks[at] as Block;
      if (block.kind === kind && 'id' in block && block.id === id && block.open) return block;
    }
    return undefined;
  }

  #close(kind: 'text' | 'reasoning' | 'tool', end: Extract<StreamPart, { type: `${string}-end` }>): void {
    const block = this.#open(kind, end.id);
    if (!block) return;
    block.open = false;
    block.end = end;
  }
}

function toPart(block: Block): AssistantPart {
  if (block.kind === 'part') return block.part;
  const text = block.pieces.join('');
  const { end } = block;
  const signature = end && 'signature' in end && end.signature ? { signature: end.signature } : {};
  if (block.kind === 'text') {
    return { type: 'text', text, ...(end && 'citations' in end && end.citations ? { citations: end.citations } : {}) };
  }
  if (block.kind === 'reasoning') return { type: 'reasoning', text, ...signature };
  return {
    type: 'tool-call',
    id: block.id,
    name: block.name,
    arguments: text,
    ...(block.custom && { custom: true }),
    ...signature,
  };
}
