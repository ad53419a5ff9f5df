import type { RoutingQuestion } from '@switchyard/console/calls';

export const operations = [
  'chat',
  'completions',
  'embeddings',
  'rerank',
  'moderations',
  'images/generations',
  'images/edits',
  'audio/speech',
  'audio/transcriptions',
  'audio/translations',
  'realtime',
] as const;

/** A question about routing as it stands in the address: all texts, blank for none. */
export interface AddressedQuestion {
  readonly ask: string;
  readonly askGroup: string;
  readonly askToken: string;
  readonly askUser: string;
  readonly askOperation: string;
}

export function readQuestion(search: URLSearchParams): AddressedQuestion {
  const text = (name: keyof AddressedQuestion) => search.get(name)?.trim() ?? '';
  return {
    ask: text('ask'),
    askGroup: text('askGroup'),
    askToken: text('askToken'),
    askUser: text('askUser'),
    askOperation: text('askOperation') || 'chat',
  };
}

/** What the server is asked; undefined without a model. A token goes before a user, who is known by it. */
export function toRoutingQuestion(asked: AddressedQuestion): RoutingQuestion | undefined {
  if (asked.ask === '') return undefined;
  const tokenId = idOf(asked.askToken);
  const userId = idOf(asked.askUser);
  return {
    model: asked.ask,
    operation: asked.askOperation,
    ...(asked.askGroup === '' ? {} : { group: asked.askGroup }),
    ...(tokenId === undefined ? {} : { token_id: tokenId }),
    ...(userId === undefined || tokenId !== undefined ? {} : { user_id: userId }),
  };
}

function idOf(text: string): number | undefined {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
