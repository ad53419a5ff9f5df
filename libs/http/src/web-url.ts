import { AddressRefused } from './address.ts';
import { parseHttpUrl } from './http-url.ts';
import { isWebPort } from './web-port.ts';

/** Like `parseHttpUrl`, for an address where nothing but a web server may be. Throws AddressRefused for another port. */
export function parseWebUrl(text: string): URL {
  const url = parseHttpUrl(text);
  if (isWebPort(url)) return url;
  throw new AddressRefused(`Port ${url.port} of ${url.hostname} belongs to another service than the web.`);
}
