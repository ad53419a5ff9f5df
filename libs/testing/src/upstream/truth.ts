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

/** Oldest requests are forgotten above this number. */
const CAPACITY = 200_000;

export function createTruth() {
  let requests: UpstreamRequest[] = [];
  let sequence = 0;
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
      if (requests.length > CAPACITY * 1.1) requests = requests.slice(-CAPACITY);
      return request;
    },
    list: (correlation?: string): UpstreamRequest[] =>
      requests.filter((request) => correlation === undefined || request.correlation === correlation),
    clear(): void {
      requests = [];
    },
  };
}
export type Truth = ReturnType<typeof createTruth>;
