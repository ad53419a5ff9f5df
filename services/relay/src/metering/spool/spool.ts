import { join } from 'node:path';
import type { Logger } from '@switchyard/log';
import type { HoldSpent } from '../../admission/hold.ts';
import { decodeRecords, encodeRecord, kinds } from './record.ts';
import { Reserve } from './reserve.ts';
import { Segment } from './segment.ts';

export interface SpoolOptions {
  readonly directory: string;
  /** Most bytes on disk; at 80 % new work is refused, at 95 % the relay is not ready. */
  readonly limitBytes: number;
  readonly log: Logger;
  /** What each hold has spent so far, written at the head of every segment for the recovery. */
  readonly holds: () => readonly HoldSpent[];
}

const longestSegmentBytes = 4 * 1_048_576;
/** The segment that is written to never goes: it must be a small part of what the spool may hold. */
const leastSegments = 16;
const syncEveryMs = 10;
/** Finals of a thousand requests. */
const reserveBytes = 1_048_576;
const retryEveryMs = 1_000;

/**
 * Charges on disk from before the client has its last byte until the stream has them. Records of one turn of the event
 * loop are written together, unless they come one at a time; fdatasync follows in the background, so a power cut may cost 10 ms and a killed process
 * nothing. When the disk is full, running requests have a reserve to write to, and new ones are refused.
 */
export class Spool {
  readonly #options: SpoolOptions;
  readonly #segmentBytes: number;
  readonly #reserve: Reserve;
  readonly #segments: Segment[] = [];
  /** Of all names: segments are read in their order, also when the clock was set back meanwhile. */
  readonly #startedAt = Date.now();
  #sequence = 0;
  #current: Segment;
  #buffered: Buffer[] = [];
  #bufferedBytes = 0;
  #waiting: (() => void)[] = [];
  /** Records of this turn of the event loop; its end is awaited when there are any. */
  #recordsOfTurn = 0;
  /** The last turn that had a record had no other: what comes first in the next one is not made to wait for more. */
  #alone = true;
  #bytes = 0;
  #foreignBytes: number;
  readonly #syncTimer: NodeJS.Timeout;
  /** When to try again to write what could not be written, by the clock of `performance`; 0 while all is well. */
  #retryAt = 0;
  /** Writes running streams again when a new segment begins: the old ones may go then. */
  onRotate: () => void = () => {};

  /** `foreignBytes`: size of segments left by an earlier process, until they are recovered. */
  constructor(options: SpoolOptions, foreignBytes = 0) {
    this.#options = options;
    this.#segmentBytes = Math.min(longestSegmentBytes, options.limitBytes / leastSegments);
    this.#foreignBytes = foreignBytes;
    this.#reserve = new Reserve(options.directory, Math.min(reserveBytes, this.#segmentBytes));
    this.#current = this.#begin();
    this.#keepReserve();
    this.#syncTimer = setInterval(() => this.#sync(), syncEveryMs);
    this.#syncTimer.unref();
  }

  /** On disk, those that an earlier process left included. */
  get bytes(): number {
    return this.#bytes + this.#foreignBytes;
  }

  get limitBytes(): number {
    return this.#options.limitBytes;
  }

  /** 0..1 and above: how full the spool is; 1 at least while it cannot be written. */
  get fill(): number {
    return Math.max(this.bytes / this.limitBytes, this.#fails ? 1 : 0);
  }

  /** Charges that the stream does not have yet. */
  get unacknowledged(): number {
    return this.#segments.reduce((sum, segment) => sum + segment.unacknowledged, 0);
  }

  recovered(): void {
    this.#foreignBytes = 0;
  }

  /** Notes a hold that is about to be taken. In the file when this returns: kv may be asked before the turn ends. */
  holdBegins(hold: HoldSpent): void {
    this.#append(encodeRecord(kinds.holds, JSON.stringify([hold])));
    this.#write();
  }

  /** Notes what a request cost. `written` is called when a killed process would no longer lose it. */
  final(event: string, written: () => void): Segment {
    const segment = this.#append(encodeRecord(kinds.final, event), written);
    segment.unacknowledged++;
    if (this.#alone && this.#recordsOfTurn === 1) this.#write();
    return segment;
  }

  /** Notes what a running request has cost so far. */
  progress(event: string): void {
    // What is written later anyway would only pile up.
    if (!this.#fails) this.#append(encodeRecord(kinds.progress, event));
  }

  acknowledge(segment: Segment): void {
    segment.unacknowledged--;
    this.#drop(segment);
  }

  /** Segments whose finals must be read from disk again to be published, oldest first. */
  overflowed(): Segment[] {
    if (this.#current.overflowed) this.#rotate();
    if (this.#fails) return [];
    return this.#segments.filter((segment) => segment.overflowed);
  }

  /** Events of the final records of a segment. */
  finals(segment: Segment): string[] {
    return [...decodeRecords(segment.read())]
      .filter(({ kind }) => kind === kinds.final)
      .map(({ payload }) => payload.toString());
  }

  /** All finals of an overflowed segment are in the stream. */
  replayed(segment: Segment): void {
    segment.overflowed = false;
    segment.unacknowledged = 0;
    this.#drop(segment);
  }

  /**
   * Writes what is buffered. With nothing unacknowledged the files go, unless the next start has to end the holds that
   * are noted in them.
   */
  close(holdsEnded: boolean): void {
    clearInterval(this.#syncTimer);
    this.#write();
    this.#reserve.give();
    this.#current.close();
    if (!holdsEnded) return;
    for (const segment of [...this.#segments]) if (segment.unacknowledged === 0) segment.delete();
  }

  #append(record: Buffer, written?: () => void): Segment {
    if (this.#current.bytes + this.#bufferedBytes > this.#segmentBytes && !this.#fails) this.#rotate();
    this.#buffered.push(record);
    this.#bufferedBytes += record.length;
    if (written) this.#waiting.push(written);
    if (this.#recordsOfTurn++ === 0) setImmediate(() => this.#endTurn());
    return this.#current;
  }

  #endTurn(): void {
    this.#alone = this.#recordsOfTurn === 1;
    this.#recordsOfTurn = 0;
    this.#write();
  }

  #write(): void {
    if (this.#buffered.length === 0) return;
    const records = this.#buffered.length === 1 ? (this.#buffered[0] as Buffer) : Buffer.concat(this.#buffered);
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      this.#appendSurely(records);
      this.#bytes += records.length;
      this.#buffered = [];
      this.#bufferedBytes = 0;
    } catch (error) {
      // The disk is full or gone: they are on their way to the stream, and are written when they can be.
      this.#buffered = [records];
      this.#failed(error);
    }
    for (const written of waiting) written();
  }

  /** When the disk is full, with the room that is kept for this. */
  #appendSurely(records: Buffer): void {
    try {
      this.#current.append(records);
    } catch (error) {
      this.#reserve.give();
      this.#current.append(records);
      this.#failed(error);
    }
  }

  get #fails(): boolean {
    return this.#retryAt > 0;
  }

  #failed(error: unknown): void {
    if (!this.#fails) this.#options.log.error({ err: error }, 'the spool cannot be written: new requests are refused');
    this.#retryAt = performance.now() + retryEveryMs;
  }

  /** Once there is room again for all that waits and for the reserve. */
  #retry(): void {
    this.#write();
    if (this.#buffered.length > 0) return;
    this.#keepReserve();
    if (!this.#fails) this.#options.log.info('the spool can be written again');
  }

  #keepReserve(): void {
    try {
      this.#reserve.keep();
      this.#retryAt = 0;
    } catch (error) {
      this.#failed(error);
    }
  }

  #rotate(): void {
    this.#write();
    // What waits belongs to the segment it was counted in.
    if (this.#fails) return;
    const old = this.#current;
    try {
      this.#current = this.#begin();
    } catch (error) {
      this.#failed(error);
      return;
    }
    this.onRotate();
    this.#write();
    old.close();
    this.#drop(old);
  }

  #begin(): Segment {
    const name = `${String(this.#startedAt).padStart(15, '0')}-${String(++this.#sequence).padStart(6, '0')}.spool`;
    const segment = new Segment(join(this.#options.directory, name));
    const holds = encodeRecord(kinds.holds, JSON.stringify(this.#options.holds()));
    try {
      segment.append(holds);
    } catch (error) {
      segment.delete();
      throw error;
    }
    this.#segments.push(segment);
    this.#bytes += holds.length;
    return segment;
  }

  #drop(segment: Segment): void {
    if (segment === this.#current || segment.unacknowledged > 0 || segment.overflowed) return;
    segment.delete();
    this.#segments.splice(this.#segments.indexOf(segment), 1);
    this.#bytes -= segment.bytes;
  }

  #sync(): void {
    if (this.#fails && performance.now() >= this.#retryAt) this.#retry();
    this.#current.sync((error) => {
      if (error) this.#options.log.error({ err: error }, 'the spool cannot be brought to disk');
    });
  }
}
