import { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';

/** How a key proves itself, and where. */
export type Access =
  | { readonly kind: 'bearer'; readonly apiKey: string; readonly region: string }
  | {
      readonly kind: 'signature';
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly sessionToken?: string;
      readonly region: string;
    };

/** Shown in the editor of channels. */
export const keyHint = 'access key | secret key | region (| session token), or API key | region';
const regionPattern = /^[a-z]{2}(-[a-z]+)+-\d$/;

/** Reads a channel's key. Throws an UpstreamRefusal of verdict `credential` when it has another form. */
export function readAccess(key: string): Access {
  const parts = key.split('|').map((part) => part.trim());
  const region = parts.length === 2 ? parts[1] : parts[2];
  const [first = '', second = '', , sessionToken] = parts;
  const complete = parts.length >= 2 && parts.length <= 4 && parts.every((part) => part !== '');
  if (!complete || !regionPattern.test(region ?? '')) {
    throw new UpstreamRefusal({
      verdict: 'credential',
      message: `The key of this channel must be: ${keyHint}.`,
      type: 'authentication_error',
      code: 'invalid_api_key',
      param: null,
    });
  }
  if (parts.length === 2) return { kind: 'bearer', apiKey: first, region: region as string };
  return {
    kind: 'signature',
    accessKeyId: first,
    secretAccessKey: second,
    region: region as string,
    ...(sessionToken === undefined ? {} : { sessionToken }),
  };
}

/** Address of a service in a region; China has a domain of its own. */
export function hostOf(service: 'bedrock' | 'bedrock-runtime', region: string): string {
  return `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}
