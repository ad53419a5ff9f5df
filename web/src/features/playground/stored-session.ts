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

/** What is too large for the store is left out: pictures first, then the oldest turns. */
export function writeSession(store: Store, userId: number, session: PlaySession): void {
  for (const turns of everLess(session.turns)) {
    try {
      store.setItem(keyOf(userId), JSON.stringify({ ...session, turns }));
      return;
    } catch {
      // Full, or switched off: then the conversation lives until the page is left.
    }
  }
}

function* everLess(turns: Conversation): Generator<Conversation> {
  yield turns;
  let left = turns.map((turn): Turn => ({ ...turn, pictures: [] }));
  yield left;
  while (left.length > 0) {
    left = left.slice(Math.ceil(left.length / 2));
    yield left;
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
