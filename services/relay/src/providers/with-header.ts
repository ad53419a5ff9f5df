import type { UpstreamCall } from './provider.ts';

/** The call with a header set; whatever it had under that name is gone. `name` is lower case. */
export function withHeader(call: UpstreamCall, name: string, value: string): UpstreamCall {
  const headers: string[] = [];
  for (let i = 0; i < call.headers.length; i += 2) {
    if (call.headers[i] !== name) headers.push(call.headers[i] as string, call.headers[i + 1] as string);
  }
  return { ...call, headers: [...headers, name, value] };
}
