import type { Frame } from '../dialects/dialect.ts';
import type { ByteText } from '../egress/framing/byte-text.ts';
import type { FrameDecoder } from '../egress/framing/framing.ts';
import { SseTap } from './sse-tap.ts';

/** Passes a stream of the client's own dialect on whose frames are not the client's: they become server-sent events. */
export class ReframedTap extends SseTap {
  readonly #decoder: FrameDecoder;

  constructor(decoder: FrameDecoder, ...rest: ConstructorParameters<typeof SseTap>) {
    super(...rest);
    this.#decoder = decoder;
  }

  override push(chunk: Buffer): ByteText | undefined {
    return this.#pass(this.#decoder.push(chunk));
  }

  override flush(): ByteText | undefined {
    const passed = (this.#pass(this.#decoder.end()) ?? '') + (super.flush() ?? '');
    return passed === '' ? undefined : (passed as ByteText);
  }

  #pass(frames: readonly Frame[]): ByteText | undefined {
    return frames.length > 0 ? super.push(Buffer.from(frames.map(writeEvent).join(''))) : undefined;
  }
}

function writeEvent({ event, data }: Frame): string {
  return `${event === '' ? '' : `event: ${event}\n`}data: ${data}\n\n`;
}
