import type { HostReply, HostRequest } from '../host.ts';
import { demand } from '../refusal.ts';
import { isText } from '../shape.ts';
import type { OpenaiOperationsOptions } from './options.ts';

/** Answers one kind of request. */
export type Operation = (
  body: Record<string, unknown>,
  options: OpenaiOperationsOptions,
) => HostReply | Promise<HostReply>;

/** Never numbers, whatever they look like. */
const texts: ReadonlySet<string> = new Set(['model', 'prompt']);

/** The body: JSON, or the fields of a form (RFC 7578); several of one name, or of `name[]`, become a list. */
export async function readOperation(request: HostRequest): Promise<Record<string, unknown>> {
  const type = request.headers['content-type'] ?? '';
  if (/^application\/json\b/i.test(type)) {
    const body = request.json();
    demand(body, 'We could not parse the JSON body of your request.');
    return body;
  }
  demand(/^multipart\/form-data\b/i.test(type), `Unsupported content type: '${type}'.`);
  const form = await parseForm(type, request.body);
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name).map((value) => (isText(value) && !texts.has(name) ? scalarOf(value) : value));
      return [name.replace(/\[\]$/, ''), values.length > 1 || name.endsWith('[]') ? values : values[0]];
    }),
  );
}

async function parseForm(type: string, body: Buffer): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  } catch {
    demand(false, 'Could not parse multipart form.');
  }
}

/** Forms know texts alone; numbers and switches are read from them. */
function scalarOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
