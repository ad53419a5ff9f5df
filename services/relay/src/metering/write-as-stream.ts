import type { ChatResult } from '../dialects/canonical.ts';
import type { Answer, ClientDialect } from '../dialects/dialect.ts';
import { resultToParts } from '../dialects/result-to-parts.ts';
import { type ByteText, encodeText } from '../egress/framing/byte-text.ts';

/** A whole answer as the stream that the client asked for. */
export function writeAsStream(client: ClientDialect, answer: Answer, result: ChatResult): ByteText {
  const writer = client.writeStream(answer);
  let written = '';
  for (const part of resultToParts(result)) written += writer.write(part);
  return encodeText(written);
}
