import aws4 from 'aws4';
import type { UpstreamCall } from '../provider.ts';
import type { Access } from './access.ts';

const signedNames = new Set(['content-type', 'x-amz-date']);

/**
 * Signs a call (AWS Signature Version 4). The path is encoded once more than it stands in the address, as every service
 * but S3 wants it. The headers must name the content type, as it is sent. `x-amz-date` is taken from the headers when it is there, else from the clock.
 */
export function signV4(
  { url, headers, body }: UpstreamCall,
  access: Extract<Access, { kind: 'signature' }>,
  method: 'GET' | 'POST' = 'POST',
): string[] {
  const given: Record<string, string> = { host: url.host };
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] as string;
    if (signedNames.has(name)) given[name] = headers[i + 1] as string;
  }
  const request = {
    method,
    path: url.pathname + url.search,
    headers: given,
    body: body as Buffer & string,
    service: 'bedrock',
    region: access.region,
    // The connection writes the length itself.
    extraHeadersToIgnore: { 'content-length': true },
  };
  const { headers: proof = {} } = aws4.sign(request, access);
  const added = Object.entries(proof).flatMap(([name, value]) =>
    /^(authorization|x-amz-.*)$/i.test(name) ? [name.toLowerCase(), String(value)] : [],
  );
  return [...headers.filter((_, i) => headers[i - (i % 2)] !== 'x-amz-date'), ...added];
}
