import type { AskedReasoning } from '../conversation/conversation.ts';
import type { HostRequest } from '../host.ts';
import type { Proof } from '../proof/proof.ts';

export type ChatBody = Record<string, unknown>;

/** Refuses what one host alone refuses. */
export type ChatRule = (body: ChatBody) => void;

/** How a host that speaks OpenAI's chat completions differs from OpenAI. */
export interface OpenaiChatOptions {
  readonly name?: string;
  /** `/v1/chat/completions` unless said. A group of the expression named `model` is the model. */
  readonly path?: string | RegExp;
  /** Whose requests are answered; everyone's unless said. */
  readonly proof?: Proof;
  /** Models that exist; all unless said. */
  readonly models?: readonly string[];
  /** Members of the body that it knows besides OpenAI's. */
  readonly accepts?: readonly string[];
  /** OpenAI's members that it refuses. */
  readonly refuses?: readonly string[];
  /** Whether members that it does not know are passed over, as many do. Refused unless said. */
  readonly ignoresUnknown?: boolean;
  /** Roles that it knows: OpenAI's unless said. */
  readonly roles?: readonly string[];
  readonly rules?: readonly ChatRule[];
  /** The member of messages that holds reasoning; without one the reasoning is charged but not shown. */
  readonly reasoningField?: 'reasoning_content' | 'reasoning';
  /** Whether and how reasoning is asked: by `reasoning_effort` unless said. */
  readonly readReasoning?: (body: ChatBody) => Omit<AskedReasoning, 'shown'> | undefined;
  /** Where a stream tells usage: in a chunk of its own when asked, or always; beside the finish; on every chunk. */
  readonly usageIn?: 'asked-chunk' | 'last-chunk' | 'finish-chunk' | 'every-chunk' | 'none';
  /** Whether a stream ends with `[DONE]`; it does unless said. */
  readonly done?: boolean;
  /** Whether a stream sends each call of a tool in one piece, without `index`. */
  readonly wholeToolCalls?: boolean;
  /** Members added to every answer and every chunk. */
  readonly extra?: (request: HostRequest) => Readonly<Record<string, unknown>>;
}
