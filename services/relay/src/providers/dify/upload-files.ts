import type { Json } from '../../dialects/canonical.ts';
import { asText, isObject } from '../../dialects/json.ts';
import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import type { Credentials, HostCall, UpstreamCall } from '../provider.ts';
import { readError } from './errors.ts';

/** Stores the files of a request with Dify first, which takes their ids alone. */
export function uploadFiles(
  call: UpstreamCall,
  _credentials: Credentials,
  host: HostCall,
): UpstreamCall | Promise<UpstreamCall> {
  return call.body.includes('"base64":') ? withUploads(call, host) : call;
}

async function withUploads(call: UpstreamCall, host: HostCall): Promise<UpstreamCall> {
  const body = JSON.parse(call.body.toString('utf8')) as Json & { files: Json[]; user: string };
  const files = await Promise.all(body.files.map((file) => uploaded(file, body.user, host)));
  return { ...call, body: Buffer.from(JSON.stringify({ ...body, files })) };
}

/** Files belong to the user who stored them: the same one must ask. */
async function uploaded(file: Json, user: string, host: HostCall): Promise<Json> {
  const { base64, mediaType, filename, ...reference } = file;
  if (typeof base64 !== 'string') return file;
  const type = asText(mediaType);
  const form = new FormData();
  form.set('user', user);
  form.set(
    'file',
    new Blob([Buffer.from(base64, 'base64')], { type }),
    asText(filename ?? `file.${extensionOf(type)}`),
  );
  const encoded = new Response(form);
  const stored = await host('/v1/files/upload', {
    method: 'POST',
    headers: ['content-type', encoded.headers.get('content-type') ?? ''],
    body: Buffer.from(await encoded.arrayBuffer()),
  });
  if (!isObject(stored) || typeof stored.id !== 'string') {
    throw new UpstreamRefusal(readError(500, 'The file could not be stored with the application.'));
  }
  return { ...reference, upload_file_id: stored.id };
}

/** Dify tells kinds of files apart by the end of their names. */
function extensionOf(mediaType: string): string {
  const subtype = mediaType.split('/')[1] ?? '';
  return { jpeg: 'jpg', 'svg+xml': 'svg', mpeg: 'mp3', plain: 'txt', '*': 'png' }[subtype] ?? (subtype || 'bin');
}
