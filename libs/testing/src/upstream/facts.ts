import { textOf } from './chat.ts';
import type { Message } from './requests.ts';

/** What rules and the truth know a request by. */
export interface Facts {
  key: string;
  model: string;
  stream: boolean;
  correlation: string;
}

/** Reads the facts from a body that may be anything. */
export function factsOf(key: string, body: Record<string, unknown> | undefined): Facts {
  return {
    key,
    model: text(body?.model),
    stream: body?.stream === true,
    correlation: text(body?.user) || correlationOf(body),
  };
}

function correlationOf(body: Record<string, unknown> | undefined): string {
  const metadata = body?.metadata;
  if (metadata && typeof metadata === 'object' && 'correlation' in metadata) return text(metadata.correlation);
  const messages = body?.messages;
  const asked = Array.isArray(messages)
    ? textOf(messages.findLast((message: Message) => message?.role === 'user'))
    : '';
  return asked || text(body?.prompt) || text(body?.input);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
