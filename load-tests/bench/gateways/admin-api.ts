interface Answer {
  success: boolean;
  message?: string;
  data?: unknown;
}

/** Calls the API of the console that one-api and new-api share; gives the answer's data and its cookie. */
export async function adminCall(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<{ data: unknown; cookie: string }> {
  const reply = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { success, message, data } = (await reply.json()) as Answer;
  if (!success) throw new Error(`${method} ${new URL(url).pathname}: ${reply.status} ${message}`);
  return { data, cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

/** The one channel, to the fake upstream. */
export const channelTo = (address: string, models: readonly string[]) => ({
  type: 1,
  name: 'upstream',
  key: 'sk-upstream',
  base_url: address,
  models: models.join(','),
  group: 'default',
});
