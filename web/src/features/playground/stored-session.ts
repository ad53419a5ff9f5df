import type { Settings } from './chat.ts';
import type { Conversation, Turn } from './conversation.ts';

/** What a tab keeps over a reload. It goes away with the tab, and nowhere else. */
export interface PlaySession {
  readonly turns: Conversation;
  readonly settings: Settings;
}

type Store = Pick<Storage, 'getItem' | 'setItem'>;

const initially: PlaySession = {
  turns: [],
  settings: { system: '', temperature: undefined, topP: undefined, maxTokens: undefined },
};

const keyOf = (userId: number) => `play-session:${userId}`;

export function readSession(store: Store, userId: number): PlaySession {
  try {
    const stored = JSON.parse(store.getItem(keyOf(userId)) ?? '') as PlaySession;
    return { turns: stored.turns.map(atRest), settings: { ...initially.settings, ...stored.settings } };
  } catch {
    return initially;
  }
}

/** Pictures are left out when they are too large for the store. */
export function writeSession(store: Store, userId: number, session: PlaySession): void {
  try {
    store.setItem(keyOf(userId), JSON.stringify(session));
  } catch {
    const turns = session.turns.map((turn) => ({ ...turn, pictures: [] }));
    try {
      store.setItem(keyOf(userId), JSON.stringify({ ...session, turns }));
    } catch {
      // A store that is full or switched off: the conversation lives until the page is left.
    }
  }
}

/** What ran when the page was left does so no longer. */
function atRest(turn: Turn): Turn {
  return {
    ...turn,
    answers: turn.answers.map((answer) => ({
      ...answer,
      state: answer.state === 'running' ? 'stopped' : answer.state,
      charge: answer.charge ?? null,
    })),
  };
}
