import type { Json } from '../../dialects/canonical.ts';
import { badRequest } from '../../errors.ts';
import type { Patch } from '../patch.ts';
import { versionOf } from './version.ts';

interface Payload {
  readonly message: { readonly text: readonly { readonly role: string; readonly content: string }[] };
  readonly functions?: Json;
}

/** Whose application asks, and what differs between versions of Spark. */
export const asVersion: Patch = (edit, { model, credentials }) => {
  const version = versionOf(model, credentials);
  const [application = ''] = credentials.key.split('|');
  const read = (key: string) => JSON.parse(edit.text(key) as string);
  const payload: Payload = read('payload');
  if (payload.functions && !version.callsTools) throw badRequest('This version of Spark calls no tools.', 'tools');
  const { chat } = read('parameter');
  edit.put('header', JSON.stringify({ app_id: application, ...read('header') }));
  edit.put(
    'parameter',
    JSON.stringify({
      chat: {
        domain: version.domain,
        ...chat,
        ...(chat.max_tokens > version.mostTokens && { max_tokens: version.mostTokens }),
      },
    }),
  );
  if (!version.knowsSystem) edit.put('payload', JSON.stringify(withoutSystem(payload)));
};

/** System texts are said at the head of the first question. */
function withoutSystem({ message, ...rest }: Payload): Payload {
  const system = message.text.filter(({ role }) => role === 'system').map(({ content }) => content);
  const others = message.text.filter(({ role }) => role !== 'system');
  const first = others.findIndex(({ role }) => role === 'user');
  if (system.length === 0) return { message, ...rest };
  if (first < 0) return { message: { text: [{ role: 'user', content: system.join('\n') }, ...others] }, ...rest };
  const text = others.map((one, index) =>
    index === first ? { ...one, content: [...system, one.content].join('\n') } : one,
  );
  return { message: { text }, ...rest };
}
