import type { ChatMessage, Failure, Part, Picture, Usage } from './chat.ts';

export interface ToolCall {
  readonly key: string;
  readonly name: string;
  readonly text: string;
}

/** What one model answers to one prompt. Times in ms. */
export interface Answer {
  readonly model: string;
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly ToolCall[];
  readonly usage: Usage;
  readonly startedAt: number;
  readonly firstPartMs?: number;
  readonly totalMs?: number;
  readonly finish?: string;
  readonly requestId?: string;
  readonly warning?: string;
  readonly failure?: Failure;
  /** Quota, as the log has it; null when the log did not tell. */
  readonly charge?: number | null;
}

export interface Prompt {
  readonly text: string;
  readonly pictures: readonly Picture[];
}

/** A prompt, and the answer of each model that is asked side by side. */
export interface Turn extends Prompt {
  readonly id: number;
  readonly answers: readonly Answer[];
}

export type Conversation = readonly Turn[];

/** Which answer: the turn's id, and which of the models side by side. */
export interface Place {
  readonly turn: number;
  readonly column: number;
}

export type Change =
  | {
      readonly type: 'ask';
      readonly id: number;
      readonly prompt: Prompt;
      readonly models: readonly string[];
      readonly at: number;
    }
  | { readonly type: 'again'; readonly place: Place; readonly model: string; readonly at: number }
  /** The request goes out now: times count from here. */
  | { readonly type: 'sent'; readonly place: Place; readonly at: number }
  | {
      readonly type: 'answered';
      readonly place: Place;
      readonly requestId: string | undefined;
      readonly warning: string;
    }
  | { readonly type: 'parts'; readonly place: Place; readonly parts: readonly Part[]; readonly at: number }
  | { readonly type: 'ended'; readonly place: Place; readonly state: 'done' | 'stopped'; readonly at: number }
  | {
      readonly type: 'failed';
      readonly place: Place;
      readonly failure: Failure;
      readonly requestId?: string;
      readonly at: number;
    }
  | { readonly type: 'charged'; readonly requestId: string; readonly quota: number | null }
  | { readonly type: 'cut'; readonly turn: number }
  | { readonly type: 'clear' };

/** The conversation after a change. */
export function converse(turns: Conversation, change: Change): Conversation {
  switch (change.type) {
    case 'ask':
      return [
        ...turns,
        { id: change.id, ...change.prompt, answers: change.models.map((model) => newAnswer(model, change.at)) },
      ];
    case 'again':
      return withAnswer(turns, change.place, () => newAnswer(change.model, change.at));
    case 'sent':
      return withAnswer(turns, change.place, (answer) => ({ ...answer, startedAt: change.at }));
    case 'answered': {
      const { requestId, warning } = change;
      return withAnswer(turns, change.place, (answer) => ({
        ...answer,
        ...(requestId === undefined ? {} : { requestId }),
        ...(warning === '' ? {} : { warning }),
      }));
    }
    case 'parts':
      return withAnswer(turns, change.place, (answer) => change.parts.reduce(addPart, begun(answer, change)));
    case 'ended':
      return withAnswer(turns, change.place, (answer) => ({
        ...answer,
        // A failure in the middle of the stream was already told.
        state: answer.state === 'failed' ? 'failed' : change.state,
        totalMs: change.at - answer.startedAt,
      }));
    case 'failed': {
      const { failure, requestId, at } = change;
      return withAnswer(turns, change.place, (answer) => ({
        ...answer,
        state: 'failed',
        failure,
        totalMs: at - answer.startedAt,
        ...(requestId === undefined ? {} : { requestId }),
      }));
    }
    case 'charged':
      return turns.map((turn) => ({
        ...turn,
        answers: turn.answers.map((answer) =>
          answer.requestId === change.requestId ? { ...answer, charge: change.quota } : answer,
        ),
      }));
    case 'cut':
      return turns.filter(({ id }) => id < change.turn);
    case 'clear':
      return [];
  }
}

function newAnswer(model: string, startedAt: number): Answer {
  return { model, state: 'running', text: '', reasoning: '', toolCalls: [], usage: {}, startedAt };
}

function withAnswer(turns: Conversation, { turn, column }: Place, change: (answer: Answer) => Answer): Conversation {
  return turns.map((entry) =>
    entry.id === turn
      ? { ...entry, answers: entry.answers.map((answer, index) => (index === column ? change(answer) : answer)) }
      : entry,
  );
}

/** The answer with the time of its first words. */
function begun(answer: Answer, { parts, at }: { parts: readonly Part[]; at: number }): Answer {
  const speaks = parts.some(({ type }) => type === 'text' || type === 'reasoning' || type === 'tool');
  return speaks && answer.firstPartMs === undefined ? { ...answer, firstPartMs: at - answer.startedAt } : answer;
}

function addPart(answer: Answer, part: Part): Answer {
  switch (part.type) {
    case 'text':
      return { ...answer, text: answer.text + part.text };
    case 'reasoning':
      return { ...answer, reasoning: answer.reasoning + part.text };
    case 'tool':
      return { ...answer, toolCalls: addToCalls(answer.toolCalls, part) };
    case 'usage':
      return { ...answer, usage: { ...answer.usage, ...part.usage } };
    case 'finish':
      return { ...answer, finish: part.reason };
    case 'error':
      return { ...answer, state: 'failed', failure: part.failure };
  }
}

function addToCalls(calls: readonly ToolCall[], { key, name, text }: Part & { type: 'tool' }): readonly ToolCall[] {
  if (name !== undefined) return [...calls, { key, name, text }];
  const last = calls.findLastIndex((call) => call.key === key);
  return calls.map((call, index) => (index === last ? { ...call, text: call.text + text } : call));
}

/**
 * What a model is sent: the prompts with its own answers, up to and with a turn. Turns that it did not answer are left
 * out, and where it was not asked another's answer stands in.
 */
export function historyOf(turns: Conversation, { turn, column }: Place): ChatMessage[] {
  return turns.flatMap((entry): ChatMessage[] => {
    const prompt = { role: 'user', text: entry.text, pictures: entry.pictures } as const;
    if (entry.id === turn) return [prompt];
    const text = (entry.answers[column] ?? entry.answers[0])?.text ?? '';
    if (entry.id > turn || text === '') return [];
    return [prompt, { role: 'assistant', text, pictures: [] }];
  });
}

/** What would be sent next: the draft, or while there is none the last prompt again; a greeting to begin with. */
export function nextMessages(turns: Conversation, draft: Prompt): ChatMessage[] {
  const last = turns.at(-1);
  const isDrafted = draft.text.trim() !== '' || draft.pictures.length > 0;
  if (!isDrafted && last !== undefined) return historyOf(turns, { turn: last.id, column: 0 });
  const prompt = isDrafted ? draft : { text: 'Hello!', pictures: [] };
  const past = historyOf(turns, { turn: Number.POSITIVE_INFINITY, column: 0 });
  return [...past, { role: 'user', text: prompt.text.trim(), pictures: prompt.pictures }];
}

export function isRunning(turns: Conversation): boolean {
  return turns.some(({ answers }) => answers.some(({ state }) => state === 'running'));
}

/** Tokens a second from the first words to the last; undefined when that cannot be told. */
export function speedOf({ usage, firstPartMs, totalMs }: Answer): number | undefined {
  if (usage.output === undefined || firstPartMs === undefined || totalMs === undefined) return undefined;
  const seconds = (totalMs - firstPartMs) / 1000;
  return seconds < 0.05 ? undefined : usage.output / seconds;
}
