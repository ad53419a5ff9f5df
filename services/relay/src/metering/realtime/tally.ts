import type { UsageTokens } from '@switchyard/contracts';
import type { Bounds } from '@switchyard/pricing';
import type { Json } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { readSession, type SessionSettings } from '../../dialects/openai-realtime/session.ts';
import { pcm } from '../../dialects/openai-realtime/sound.ts';
import { readResponseUsage } from '../../dialects/openai-realtime/usage.ts';
import type { Outcome } from '../meter.ts';
import { estimateTokens, leastTokens } from '../token-counter.ts';
import { addUsage, noUsage } from './add-usage.ts';

/** A response under way: what came of it so far. */
interface Underway {
  textBytes: number;
  soundTokens: number;
}

export type Used = Pick<Outcome, 'tokens' | 'counted'>;

/** Tokens of a response that its hold stays ahead of it. */
const aheadTokens = 1_024;
/** A picture, whatever its size in bytes. */
const pictureTokens = 1_500;
/** A minute of sound that no response has read yet; more may be silence, which is thrown away unread. */
const mostUnreadSound = 600;
const append = '"input_audio_buffer.append"';
/** Names and ids of an event, which nobody reads. */
const wrappingBytes = 200;

/**
 * What one session has used: usage as the host reports it per response, and what came of a response that has none (yet),
 * counted from below. Every response reads the conversation again, so usage is the sum over all of them.
 */
export class Tally {
  readonly #usualTokens: number;
  readonly #underway = new Map<string, Underway>();
  readonly #finished = new Set<string>();
  #settings: SessionSettings = { input: pcm, output: pcm, transcriptionModel: undefined };
  #used: UsageTokens = noUsage;
  #responses = 0;
  #counted: Outcome['counted'] = 'none';
  /** Tokens of the conversation after its last response. */
  #context = 0;
  #unread = nothingUnread();

  /** `usualTokens`: a prompt of which nothing is known. */
  constructor(usualTokens: number) {
    this.#usualTokens = usualTokens;
  }

  /** A response is being written. */
  get responding(): boolean {
    return this.#underway.size > 0;
  }

  /** Who writes down what is said; undefined: nobody, as far as the host tells. */
  get transcriptionModel(): string | undefined {
    return this.#settings.transcriptionModel;
  }

  /** Something that the client says, which the next response will read. */
  hear(data: Buffer): void {
    if (data.subarray(0, 256).includes(append)) this.#unread.soundBytes += data.length;
    else if (data.includes('data:image/')) this.#unread.pictures++;
    else {
      this.#unread.textBytes += data.length;
      this.#unread.leastTextBytes += Math.max(0, data.length - wrappingBytes);
    }
  }

  /** An event of the host. */
  read(event: Json): void {
    const { type } = event;
    if (typeof type !== 'string') return;
    if (isObject(event.session)) this.#settings = readSession(event.session);
    if (type === 'response.created') this.#of(idOf(event.response));
    else if (type === 'response.done') this.#finish(event.response);
    else if (type === 'input_audio_buffer.speech_started') this.#unread.soundBytes = 0;
    else if (type.endsWith('.delta') && typeof event.response_id === 'string' && typeof event.delta === 'string') {
      const response = this.#of(event.response_id);
      if (/audio\.delta$/.test(type)) response.soundTokens += event.delta.length / this.#settings.output.writtenBytes;
      else response.textBytes += Buffer.byteLength(event.delta);
    }
  }

  /** What is to be charged as it stands. */
  used(): Used {
    let tokens = this.#used;
    let responses = this.#responses;
    let counted = this.#counted;
    for (const response of this.#underway.values()) {
      const least = this.#least(response);
      if (!least) continue;
      tokens = addUsage(tokens, least);
      responses++;
      counted = 'local';
    }
    return { tokens: { ...tokens, calls: responses }, counted };
  }

  /** The most that the response under way, or the next one, is expected to use. */
  expected(): Bounds {
    const { soundBytes, pictures, textBytes } = this.#unread;
    const sound = Math.min(soundBytes / this.#settings.input.spokenBytes, mostUnreadSound);
    const unread = Math.ceil(sound) + estimateTokens(textBytes) + pictures * pictureTokens;
    let completionTokens = aheadTokens;
    for (const { textBytes, soundTokens } of this.#underway.values()) {
      completionTokens += estimateTokens(textBytes) + Math.ceil(soundTokens);
    }
    return { promptTokens: Math.max(this.#usualTokens, this.#context + unread), completionTokens, calls: 1 };
  }

  #of(id: string): Underway {
    let response = this.#underway.get(id);
    if (!response) {
      response = { textBytes: 0, soundTokens: 0 };
      this.#underway.set(id, response);
    }
    return response;
  }

  #finish(response: unknown): void {
    const id = idOf(response);
    // Told twice it is still one response.
    if (id !== '' && this.#finished.has(id)) return;
    this.#finished.add(id);
    const reported = isObject(response) ? believed(readResponseUsage(response.usage)) : undefined;
    const usage = reported ?? this.#least(this.#of(id));
    this.#underway.delete(id);
    if (!usage) return;
    this.#used = addUsage(this.#used, usage);
    this.#responses++;
    if (!reported) this.#counted = 'local';
    else if (this.#counted === 'none') this.#counted = 'upstream';
    this.#context = usage.prompt + usage.completion;
    this.#unread = nothingUnread();
  }

  /** Of sound that was said to the model nobody knows how much it took for speech: it is left out. */
  #least({ textBytes, soundTokens }: Underway): UsageTokens | undefined {
    if (textBytes === 0 && soundTokens === 0) return undefined;
    const sound = Math.floor(soundTokens);
    return {
      ...noUsage,
      prompt: this.#context + leastTokens(this.#unread.leastTextBytes),
      completion: sound + Math.max(1, leastTokens(textBytes)),
      audioOutput: sound,
    };
  }
}

/** Zeros beside an answer are as good as no report. */
function believed(usage: UsageTokens | undefined): UsageTokens | undefined {
  return usage && usage.prompt + usage.completion > 0 ? usage : undefined;
}

/** What the client has said since the last response. */
function nothingUnread() {
  return { textBytes: 0, leastTextBytes: 0, pictures: 0, soundBytes: 0 };
}

function idOf(response: unknown): string {
  return isObject(response) && typeof response.id === 'string' ? response.id : '';
}
