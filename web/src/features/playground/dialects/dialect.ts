import type { ChatRequest, Part } from '../chat.ts';
import type { Json } from './json.ts';

export type DialectName = 'chat' | 'responses' | 'messages' | 'gemini';

/** One of the wire formats in which a model can be asked. Answers always stream. */
export interface Dialect {
  readonly name: DialectName;
  /** As its makers call it. */
  readonly title: string;
  path(model: string): string;
  headers(key: string): Readonly<Record<string, string>>;
  body(request: ChatRequest): Json;
  /** What one event of the stream says; nothing for events that say nothing to us. */
  read(event: Json): readonly Part[];
}

export function bearer(key: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${key}` };
}
