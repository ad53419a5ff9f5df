import { createHmac } from 'node:crypto';

/** iFlytek's signature of a WebSocket address: good for five minutes, so made anew for each call. The secret is text as it is. */
export function signUrl(url: URL, apiKey: string, apiSecret: string, now: Date): URL {
  const date = now.toUTCString();
  const text = `host: ${url.host}\ndate: ${date}\nGET ${url.pathname} HTTP/1.1`;
  const signature = createHmac('sha256', apiSecret).update(text).digest('base64');
  const authorization = `api_key="${apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`;
  const signed = new URL(url);
  signed.searchParams.set('authorization', Buffer.from(authorization).toString('base64'));
  signed.searchParams.set('date', date);
  signed.searchParams.set('host', url.host);
  return signed;
}
