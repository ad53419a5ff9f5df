import { isObject } from '../dialects/json.ts';
import { parseJson } from '../dialects/parse-json.ts';
import type { RelayRequest } from '../ingress/relay-request.ts';
import type { Amendment } from '../providers/amendment.ts';
import type { Attempt } from './attempt.ts';

/** How an attempt that was refused may be made once more; undefined when the refusal stands, as that of an amended one does. */
export function findAmendment(
  { endpoint, sent, amendment }: Attempt,
  request: RelayRequest,
  status: number,
  body: string,
): Amendment | undefined {
  if (!sent || amendment) return undefined;
  return endpoint.amend?.({
    status,
    body,
    sent() {
      const value = parseJson(sent.toString('utf8'));
      return isObject(value) ? value : {};
    },
    isClients: (member) => request.body.has(member),
  });
}
