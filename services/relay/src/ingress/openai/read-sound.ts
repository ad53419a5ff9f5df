import { wholeSeconds } from '@switchyard/pricing';
import { badRequest } from '../../errors.ts';
import { type FormFile, MultipartBody } from '../multipart-body.ts';
import type { Asked } from '../relay-request.ts';
import type { RequestBody } from '../request-body.ts';

/** Of sound whose length cannot be read: as much as a telephone's quality would make of its bytes. */
const leastBytesPerSecond = 2_000;
/** OpenAI counts a token for each tenth of a second. */
const tokensPerSecond = 10;

/** How long the sound of a form is. Rejects with a GatewayError (400) unless the form has one file. */
export async function readSound(body: RequestBody): Promise<Asked> {
  const files = body instanceof MultipartBody ? body.files.filter(({ field }) => field === 'file') : [];
  const [file] = files;
  if (files.length !== 1 || !file?.bytes.length)
    throw badRequest('Send the sound as the one field file of a multipart/form-data body.', 'file');
  const seconds = wholeSeconds(await measure(file));
  const prompt = seconds * tokensPerSecond;
  return { seconds, tokens: { prompt, audioInput: prompt } };
}

async function measure({ bytes, type, filename }: FormFile): Promise<number> {
  // Loaded when first needed: few relays ever see sound.
  const { parseBuffer } = await import('music-metadata');
  const about = { size: bytes.length, path: filename, ...(type && { mimeType: type }) };
  const { format } = await parseBuffer(new Uint8Array(bytes), about, { duration: true, skipCovers: true }).catch(
    () => ({
      format: { duration: undefined },
    }),
  );
  return format.duration && format.duration > 0 ? format.duration : bytes.length / leastBytesPerSecond;
}
