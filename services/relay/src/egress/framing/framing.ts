import type { Frame } from '../../dialects/dialect.ts';
import type { ByteText } from './byte-text.ts';

/** A frame of more characters or bytes is a fault of the upstream. */
export const longestFrameLength = 64 * 1_048_576;

/** How messages of a stream are told apart in its bytes. */
export interface Framing {
  /** Media types that announce a stream of this kind. */
  readonly mediaTypes: readonly string[];
  decoder(): FrameDecoder;
}

/** Holds the bytes of a frame that is not whole yet: one per stream. */
export interface FrameDecoder {
  /** Its memory is read into again. */
  push(chunk: Buffer): Frame[];
  /** What the last bytes still hold when the stream ends without the mark that closes a frame. */
  end(): Frame[];
}

/** Frames the events of a stream anew for a client that reads no events. One per answer. */
export interface StreamFramer {
  readonly contentType: string;
  /** Bytes for the client; never none, so that a comment that keeps the connection alive still does. */
  push(events: ByteText): ByteText;
  /** The last events, and the end of the answer. */
  end(events: ByteText | undefined): ByteText;
}
