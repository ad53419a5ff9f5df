import { isObject } from '../dialects/json.ts';
import { parseJson } from '../dialects/parse-json.ts';
import type { RelayRequest } from '../ingress/relay-request.ts';
import type { Amendment, Refusal } from '../providers/amendment.ts';
import type { Attempt } from './attempt.ts';

/** How an attempt that was refused may be made once more; undefined when the refusal stands, as that of an amended one does. */
export function findAmendment(
  { endpoint, sent, amendment }: Pick<Attempt, 'endpoint' | 'sent' | 'amendment'>,
  request: RelayRequest,
  refusal: Pick<Refusal, 'status' | 'body' | 'model'>,
): Amendment | undefined {
  if (!sent || amendment) return undefined;
  return endpoint.amend?.({
    ...refusal,
    sent() {
      const value = parseJson(sent.toString('utf8'));
      return isObject(value) ? value : {};
    },
    isClients: (member) => request.body.has(member),
  });
}
