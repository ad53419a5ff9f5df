import { type Closing, countedBodyBytes, type LoadGate } from '../admission/load-gate.ts';
import { refuse } from '../errors.ts';
import type { Reply } from './reply.ts';

export interface InlineFile {
  readonly mediaType: string;
  readonly base64: string;
}

/** Where the bytes of a file go. */
export interface FileRoom {
  /** Fires when nobody waits for the file any more. */
  readonly signal: AbortSignal;
  /** Takes memory for so many more bytes. Throws the refusal when there is not so much. */
  readonly take: (bytes: number) => void;
}

/** Reads a file that a client gave by its address. Throws a GatewayError that says what is wrong with it. */
export type FetchFile = (url: string, room: FileRoom) => Promise<InlineFile>;

const mostBytes = 64 * 1_048_576;

/**
 * The files that a request names by their address: each is read once, however many channels are tried, and all together take
 * memory from what there is for bodies, until the answer is over.
 */
export class RequestFiles {
  readonly #fetchFile: FetchFile;
  readonly #gate: Pick<LoadGate, 'claim'>;
  readonly #over = new AbortController();
  readonly #files = new Map<string, Promise<InlineFile>>();
  #reading = 0;
  #readAt = 0;
  #bytes = 0;
  /** Like a body, the first mebibyte is bounded by the number of requests. */
  #claimedBytes = countedBodyBytes;

  constructor(fetchFile: FetchFile, gate: Pick<LoadGate, 'claim'>, answer: Pick<Reply, 'closed' | 'onClose'>) {
    this.#fetchFile = fetchFile;
    this.#gate = gate;
    if (answer.closed) this.#over.abort();
    else answer.onClose(() => this.#over.abort());
  }

  /** When all were there, by the clock of `performance`; Infinity while some are read. */
  get readAt(): number {
    return this.#reading > 0 ? Number.POSITIVE_INFINITY : this.#readAt;
  }

  read(url: string): Promise<InlineFile> {
    const known = this.#files.get(url);
    if (known) return known;
    const file = this.#fetchFile(url, { signal: this.#over.signal, take: (bytes) => this.#take(bytes) });
    this.#files.set(url, file);
    this.#reading++;
    const end = () => {
      this.#reading--;
      this.#readAt = performance.now();
    };
    file.then(end, end);
    return file;
  }

  #take(bytes: number): void {
    // What is claimed behind the end would never be given back.
    this.#over.signal.throwIfAborted();
    this.#bytes += bytes;
    if (this.#bytes > mostBytes) throw refuse('file_too_large', 'The files of a request may have 64 MiB together.');
    // As much again as before each time: few claims, whatever the size of the pieces.
    while (this.#bytes > this.#claimedBytes) {
      const refusal = this.#gate.claim(this.#claimedBytes, this.#closing);
      if (refusal) throw refusal;
      this.#claimedBytes *= 2;
    }
  }

  /** Asked only while the answer is not over. */
  readonly #closing: Closing = {
    destroyed: false,
    once: (_close, heard) => this.#over.signal.addEventListener('abort', heard, { once: true }),
  };
}
