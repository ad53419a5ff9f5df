import { describeAttachment } from './attachment.ts';
import type { Conversation } from './conversation.ts';
import { sampleText } from './sample.ts';
import { schemaIn } from './schema-in.ts';
import { countTokens } from './tokens.ts';

export interface AnswerCall {
  readonly name: string;
  /** JSON, with blanks where a model may put them. */
  readonly arguments: string;
}

export interface Answer {
  /** Empty unless the model reasons. */
  readonly reasoning: string;
  /** Empty when tools are called. */
  readonly text: string;
  readonly calls: readonly AnswerCall[];
  readonly finish: 'stop' | 'stop-sequence' | 'length' | 'tool-calls';
  /** The one that ended the text. */
  readonly stopSequence?: string;
}

/** What every host answers to a conversation; the same question always gets the same answer. */
export function answerTo(conversation: Conversation): Answer {
  const reasoning = conversation.reasoning ? `I weigh “${conversation.text}” before I speak.` : '';
  const calls = callsFor(conversation);
  if (calls.length > 0) return { reasoning, text: '', calls, finish: 'tool-calls' };
  return { reasoning, calls: [], ...shorten(textFor(conversation), conversation) };
}

function callsFor({ tools, toolChoice, parallelCalls, results, text }: Conversation): AnswerCall[] {
  if (toolChoice === 'none' || results.length > 0) return [];
  const wanted = typeof toolChoice === 'object' ? tools.filter(({ name }) => name === toolChoice.name) : tools;
  const [first, second = first] = wanted;
  if (!first || !second) return [];
  const called = parallelCalls && /\bparallel\b/i.test(text) ? [first, second] : [first];
  return called.map(({ name, schema }) => ({ name, arguments: sampleText(schema) }));
}

function textFor({ format, results, images, documents, audio, text, transcript }: Conversation): string {
  if (format) {
    const schema = format.schema ?? schemaIn(transcript);
    return schema ? sampleText(schema) : JSON.stringify({ answer: text });
  }
  if (results.length > 0) return `The tool said: ${results.map((result) => result.text).join(' / ')}`;
  const received = [...images, ...documents, ...audio];
  if (received.length > 0) return `I received ${received.map(describeAttachment).join('; ')}.`;
  return `You said “${text}”. High water at Brest is at six o’clock.`;
}

function shorten(text: string, { stop, maxTokens = Number.POSITIVE_INFINITY }: Conversation) {
  const [stopSequence] = stop.filter((each) => text.includes(each)).sort((a, b) => text.indexOf(a) - text.indexOf(b));
  const stopped = stopSequence === undefined ? text : text.slice(0, text.indexOf(stopSequence));
  if (countTokens(stopped) > maxTokens) {
    // A character takes at most four bytes, so this many fit.
    return { text: [...stopped].slice(0, Math.max(1, maxTokens)).join(''), finish: 'length' as const };
  }
  if (stopSequence === undefined) return { text, finish: 'stop' as const };
  return { text: stopped, finish: 'stop-sequence' as const, stopSequence };
}
