/**
 * Headers of every answer, names and values in turn as `writeHead` takes them: the id of the request, as gateways of this family send it and as
 * official clients read it (`_request_id`, `requestID`); and that pages of any origin may call and read all headers (Fetch standard, CORS),
 * for keys are in headers, never in cookies.
 */
export function standardHeaders(requestId: string): string[] {
  return [
    'x-oneapi-request-id',
    requestId,
    'x-request-id',
    requestId,
    'request-id',
    requestId,
    'access-control-allow-origin',
    '*',
    'access-control-expose-headers',
    '*',
  ];
}
