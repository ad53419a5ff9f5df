import { answering } from '../../plant/answering.ts';

/** Resolves when the gateway serves the model to this key. */
export function serving(port: number, key: string, model: string): Promise<void> {
  return answering(`http://127.0.0.1:${port}/v1/chat/completions`, 200, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Are you there?' }] }),
  });
}
