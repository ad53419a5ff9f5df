import { sealOf } from '../conversation/seal.ts';
import { isText } from '../shape.ts';
import type { Turn } from './turns.ts';
import type { MessagesBody } from './verify.ts';

/** The part of a signature that vouches for the thinking. */
export function thinkingSeal(thinking: string): string {
  return sealOf('thinking', thinking);
}

/** The part that vouches for what came before it: system, tools and earlier turns, but for their cache marks. */
export function prefixOf({ system = [], tools = [] }: MessagesBody, turns: readonly Turn[]): string {
  const systemBlocks = isText(system) ? [{ type: 'text', text: system }] : system;
  const unmarked = (name: string, value: unknown) => (name === 'cache_control' ? undefined : value);
  return sealOf('prefix', JSON.stringify([systemBlocks, tools, turns], unmarked));
}
