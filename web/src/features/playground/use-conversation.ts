import { useEffect, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { revealKey } from '../../lib/api-keys.ts';
import { ApiError } from '../../lib/http.ts';
import { loadTexts } from '../../lib/i18n.ts';
import { readCharge } from './api.ts';
import { AskError, ask } from './ask.ts';
import type { Part, Settings } from './chat.ts';
import {
  type Change,
  type Conversation,
  converse,
  historyOf,
  isRunning,
  type Place,
  type Prompt,
} from './conversation.ts';
import type { Dialect } from './dialects/dialect.ts';

/** Words arrive faster than they need to be drawn. */
const drawEveryMs = 50;

/** How the next question is asked. */
export interface Manner {
  readonly dialect: Dialect;
  readonly keyId: number;
  readonly settings: Settings;
}

/** The conversation of the page, with its requests under way. Leaving the page ends them. */
export function useConversation(first: Conversation) {
  const [turns, setTurns] = useState(first);
  const latest = useRef(first);
  const underWay = useRef(new Set<AbortController>());
  // Real keys: in memory, and only while the page is open.
  const secrets = useRef(new Map<number, Promise<string>>());
  const { mutate } = useSWRConfig();

  useEffect(() => {
    const controllers = underWay.current;
    return () => {
      for (const controller of controllers) controller.abort();
    };
  }, []);

  function apply(change: Change) {
    latest.current = converse(latest.current, change);
    setTurns(latest.current);
  }

  function secretOf(keyId: number): Promise<string> {
    const known = secrets.current.get(keyId);
    if (known !== undefined) return known;
    const secret = revealKey(keyId);
    secrets.current.set(keyId, secret);
    secret.catch(() => secrets.current.delete(keyId));
    return secret;
  }

  async function run(place: Place, { dialect, keyId, settings }: Manner) {
    const model = latest.current.find(({ id }) => id === place.turn)?.answers[place.column]?.model ?? '';
    const request = { ...settings, model, messages: historyOf(latest.current, place) };
    const controller = new AbortController();
    underWay.current.add(controller);
    let requestId: string | undefined;
    try {
      const secret = await secretOf(keyId);
      apply({ type: 'sent', place, at: Date.now() });
      const { parts, warning, ...answer } = await ask(dialect, request, secret, controller.signal);
      requestId = answer.requestId;
      apply({ type: 'answered', place, requestId, warning });
      await draw(parts, (some) => apply({ type: 'parts', place, parts: some, at: Date.now() }));
      apply({ type: 'ended', place, state: 'done', at: Date.now() });
    } catch (error) {
      if (controller.signal.aborted) apply({ type: 'ended', place, state: 'stopped', at: Date.now() });
      else {
        const at = Date.now();
        await loadTexts('server');
        apply({ type: 'failed', place, at, ...describe(error) });
      }
      if (error instanceof AskError && error.failure.status === 401) secrets.current.delete(keyId);
    } finally {
      underWay.current.delete(controller);
    }
    if (requestId === undefined) return;
    apply({ type: 'charged', requestId, quota: await readCharge(requestId) });
    void mutate('/api/user/self');
  }

  return {
    turns,
    running: isRunning(turns),
    send: (prompt: Prompt, models: readonly string[], manner: Manner) => {
      const id = (latest.current.at(-1)?.id ?? 0) + 1;
      apply({ type: 'ask', id, prompt, models, at: Date.now() });
      for (const column of models.keys()) void run({ turn: id, column }, manner);
    },
    again: (place: Place, model: string, manner: Manner) => {
      apply({ type: 'again', place, model, at: Date.now() });
      void run(place, manner);
    },
    stop: () => {
      for (const controller of underWay.current) controller.abort();
    },
    cut: (turn: number) => apply({ type: 'cut', turn }),
    clear: () => apply({ type: 'clear' }),
  };
}

/** Hands on what a stream says: the first words at once, then together with what came meanwhile. */
async function draw(stream: AsyncIterable<readonly Part[]>, show: (parts: readonly Part[]) => void): Promise<void> {
  let waiting: Part[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let begun = false;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length > 0) show(waiting);
    waiting = [];
  };
  try {
    for await (const parts of stream) {
      waiting.push(...parts);
      if (begun) timer ??= setTimeout(flush, drawEveryMs);
      else flush();
      begun = true;
    }
  } finally {
    flush();
  }
}

function describe(error: unknown) {
  if (error instanceof AskError) {
    return { failure: error.failure, ...(error.requestId === undefined ? {} : { requestId: error.requestId }) };
  }
  const message = error instanceof Error ? error.message : String(error);
  const status = error instanceof ApiError ? error.status : 0;
  return { failure: { status, code: '', message } };
}
