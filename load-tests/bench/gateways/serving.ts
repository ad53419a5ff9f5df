import { answering } from '../../plant/answering.ts';

/** Resolves when the gateway serves the model to this key; rejects at once with what `hopeless` says. */
export function serving(
  port: number,
  key: string,
  model: string,
  headers: Readonly<Record<string, string>> = {},
  hopeless?: () => string | undefined,
): Promise<void> {
  const init = {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Are you there?' }] }),
  };
  return answering(`http://127.0.0.1:${port}/v1/chat/completions`, 200, init, hopeless);
}
