/** An answer that is bytes although the upstream wraps them into JSON. */
export class SoundAnswer {
  readonly contentType: string;
  readonly bytes: Buffer;

  constructor(contentType: string, bytes: Buffer) {
    this.contentType = contentType;
    this.bytes = bytes;
  }
}
