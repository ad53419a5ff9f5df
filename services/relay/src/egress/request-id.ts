/**
 * Headers that name a request: the one that gateways of this family send, and those that official clients read and show
 * with answers and errors (`_request_id`, `requestID`).
 */
export const requestIdNames = ['x-oneapi-request-id', 'x-request-id', 'request-id'] as const;

/** These headers, names and values in turn, as `writeHead` takes them. */
export function requestIdHeaders(id: string): string[] {
  return requestIdNames.flatMap((name) => [name, id]);
}
