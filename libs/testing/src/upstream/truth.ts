import type { ReportedUsage } from './reply.ts';

/** What really happened to one request, as the upstream saw it. Times are Unix milliseconds. */
export interface UpstreamRequest {
  sequence: number;
  path: string;
  /** Bearer key it came with. */
  key: string;
  model: string;
  stream: boolean;
  /** The body's `user`, else `metadata.correlation`, else the text of the last user message or prompt. */
  correlation: string;
  startedAt: number;
  /** 0 while it runs. */
  endedAt: number;
  /** `aborted`: the caller left; `cut`: the behaviour cut it. */
  outcome: 'running' | 'completed' | 'aborted' | 'cut';
  /** 0 when no headers were sent. */
  status: number;
  /** Last usage that was sent whole. */
  usage: ReportedUsage | null;
  /** Content tokens that were sent whole. */
  contentTokens: number;
  /** Bytes of the body handed to the socket, before compression. */
  bytesSent: number;
}

/** What is kept of forgotten requests to a model: those that were answered with status 200. */
export interface ForgottenAnswers {
  model: string;
  completed: number;
  /** Not heard to their end, or without usage. */
  others: number;
  /** Of the completed ones. */
  usage: ReportedUsage;
}

/** Oldest requests are forgotten above this number. */
export const rememberedRequests = 200_000;

export function createTruth(capacity = rememberedRequests) {
  let requests: UpstreamRequest[] = [];
  let forgotten = new Map<string, ForgottenAnswers>();
  let sequence = 0;

  function forget({ model, status, outcome, usage }: UpstreamRequest): void {
    if (status !== 200) return;
    const known = forgotten.get(model) ?? { model, completed: 0, others: 0, usage: { prompt: 0, completion: 0 } };
    forgotten.set(model, known);
    if (outcome !== 'completed' || !usage) {
      known.others++;
      return;
    }
    known.completed++;
    known.usage.prompt += usage.prompt;
    known.usage.completion += usage.completion;
  }

  return {
    open(fields: Pick<UpstreamRequest, 'path' | 'key' | 'model' | 'stream' | 'correlation'>): UpstreamRequest {
      const request: UpstreamRequest = {
        ...fields,
        sequence: ++sequence,
        startedAt: Date.now(),
        endedAt: 0,
        outcome: 'running',
        status: 0,
        usage: null,
        contentTokens: 0,
        bytesSent: 0,
      };
      requests.push(request);
      if (requests.length > capacity * 1.1) requests.splice(0, requests.length - capacity).forEach(forget);
      return request;
    },
    list: (correlation?: string): UpstreamRequest[] =>
      requests.filter((request) => correlation === undefined || request.correlation === correlation),
    forgotten: (): ForgottenAnswers[] => [...forgotten.values()],
    clear(): void {
      requests = [];
      forgotten = new Map();
    },
  };
}
export type Truth = ReturnType<typeof createTruth>;
