import type { Dispatcher } from 'undici';
import { openaiChat } from '../dialects/openai-chat/index.ts';
import { UpstreamRefusal } from '../dialects/upstream-refusal.ts';
import type { HostCall } from '../providers/provider.ts';
import { callUpstream } from './call-upstream.ts';

type Init = Parameters<HostCall>[1];

/** One call to a channel's host that is no request of a client's. See `HostCall`. `hide` takes what is secret out of a refusal. */
export async function callHost(
  dispatcher: Dispatcher,
  url: URL,
  method: 'GET' | 'POST',
  headers: readonly string[],
  hide: (text: string) => string,
  init: Init,
): Promise<unknown> {
  const { status, text } = await callUpstream({
    dispatcher,
    url,
    method,
    headers: merge(headers, init?.headers ?? []),
    ...(init?.body === undefined ? {} : { body: Buffer.from(init.body) }),
  });
  // Hosts explain a refusal in OpenAI's shape or in plain text; the reader takes either.
  if (status < 200 || status > 299) throw new UpstreamRefusal(openaiChat.readError(status, hide(text)));
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function merge(headers: readonly string[], more: readonly string[]): string[] {
  const merged = new Map<string, string>();
  for (const list of [headers, more]) {
    for (let i = 0; i < list.length; i += 2) merged.set(list[i] as string, list[i + 1] as string);
  }
  return [...merged].flat();
}
