import { type KeyObject, randomBytes, verify } from 'node:crypto';
import { type HeardCall, type HostReply, serveTasks, type TaskServer } from './task-server.ts';

/** The account that the host knows. */
export interface KnownAccount {
  readonly email: string;
  readonly project: string;
  readonly keyId: string;
  readonly publicKey: KeyObject;
  /** For calls without a project. */
  readonly apiKey: string;
}

export interface FakeVertex extends TaskServer {
  /** Tokens that were given out; taking one away revokes it. */
  readonly tokens: Set<string>;
  /** Answers instead of the host's own words. */
  answer: ((call: HeardCall) => HostReply | undefined) | undefined;
}

const tokenAddress = 'https://oauth2.googleapis.com/token';
const scope = 'https://www.googleapis.com/auth/cloud-platform';
const mostSeconds = 3_600;
const clockSkewSeconds = 300;
const googleMembers = new Set([
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'safetySettings',
  'generationConfig',
  'cachedContent',
  'labels',
]);

/** Google Cloud's token endpoint and Vertex AI at one address: signatures, paths and bodies are checked as there. */
export async function fakeVertex(account: KnownAccount): Promise<FakeVertex> {
  const server = await serveTasks((call) => {
    if (call.path === '/token') return exchange(call, account, host.tokens);
    const [, project, publisher, model, method] =
      /^\/v1(?:\/projects\/([^/]+)\/locations\/[a-z0-9-]+)?\/publishers\/(\w+)\/models\/([^/:]+):(\w+)$/.exec(
        call.path,
      ) ?? [];
    if (method === undefined) return refusal(404, 'NOT_FOUND', `No such path: ${call.path}`);
    if (project === undefined) {
      if (call.headers['x-goog-api-key'] !== account.apiKey)
        return refusal(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.');
    } else if (!host.tokens.has((call.headers.authorization ?? '').replace(/^Bearer /, ''))) {
      return refusal(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
    } else if (project !== account.project) {
      return refusal(403, 'PERMISSION_DENIED', `Permission 'aiplatform.endpoints.predict' denied on ${call.path}`);
    }
    const body = JSON.parse(call.text) as Body;
    const other = host.answer?.(call);
    if (other) return other;
    if (publisher === 'anthropic') return claude(body, String(model), method);
    return method === 'predict' ? predict(body) : generate(body, method, call.query.get('alt') === 'sse');
  });
  const host: FakeVertex = Object.assign(server, { tokens: new Set<string>(), answer: undefined });
  return host;
}

type Body = Record<string, unknown>;

/** RFC 7523: a signed claim for a token. */
function exchange(call: HeardCall, account: KnownAccount, tokens: Set<string>): HostReply {
  const form = new URLSearchParams(call.text);
  const denied = (error_description: string): HostReply => ({
    status: 400,
    body: { error: 'invalid_grant', error_description },
  });
  if (call.headers['content-type'] !== 'application/x-www-form-urlencoded') return denied('Bad content type.');
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return denied('Bad grant type.');
  const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  const { alg, typ, kid } = decode(header);
  if (alg !== 'RS256' || typ !== 'JWT' || kid !== account.keyId) return denied('Invalid JWT header.');
  const signed = Buffer.from(`${header}.${claims}`);
  if (!verify('RSA-SHA256', signed, account.publicKey, Buffer.from(signature, 'base64url')))
    return denied('Invalid JWT Signature.');
  const { iss, aud, iat, exp, scope: asked } = decode(claims);
  if (iss !== account.email) return denied('Invalid grant: account not found');
  if (aud !== tokenAddress || asked !== scope) return denied('Invalid audience or scope.');
  const now = Date.now() / 1000;
  if (Number(exp) - Number(iat) > mostSeconds || Math.abs(now - Number(iat)) > clockSkewSeconds)
    return denied('Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.');
  const token = `ya29.${randomBytes(12).toString('base64url')}`;
  tokens.add(token);
  return { body: { access_token: token, expires_in: 3599, token_type: 'Bearer' } };
}

function generate(body: Body, method: string, events: boolean): HostReply {
  const unknown = Object.keys(body).find((key) => !googleMembers.has(key));
  if (unknown !== undefined) return refusal(400, 'INVALID_ARGUMENT', `Unknown name "${unknown}": Cannot find field.`);
  if ((body.toolConfig as Body | undefined)?.includeServerSideToolInvocations !== undefined)
    return refusal(400, 'INVALID_ARGUMENT', 'Unknown name "includeServerSideToolInvocations": Cannot find field.');
  for (const { role, parts } of body.contents as { role?: string; parts: Record<string, Body>[] }[]) {
    if (role !== 'user' && role !== 'model')
      return refusal(400, 'INVALID_ARGUMENT', 'Please use a valid role: user, model.');
    for (const part of parts) {
      if (part.functionCall?.id !== undefined || part.functionResponse?.id !== undefined)
        return refusal(400, 'INVALID_ARGUMENT', 'Unknown name "id": Cannot find field.');
    }
  }
  const answer = {
    candidates: [{ content: { role: 'model', parts: [{ text: 'High water 17:05.' }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 21, candidatesTokenCount: 6, totalTokenCount: 27, trafficType: 'ON_DEMAND' },
    modelVersion: 'gemini-3.8-flash',
    responseId: 'v1',
  };
  if (method === 'generateContent') return { body: answer };
  if (method !== 'streamGenerateContent') return refusal(404, 'NOT_FOUND', `No such method: ${method}`);
  return events ? { type: 'text/event-stream', body: `data: ${JSON.stringify(answer)}\r\n\r\n` } : { body: [answer] };
}

function claude(body: Body, model: string, method: string): HostReply {
  const wrong = (message: string): HostReply => ({
    status: 400,
    body: { type: 'error', error: { type: 'invalid_request_error', message } },
  });
  if (body.anthropic_version !== 'vertex-2023-10-16') return wrong('anthropic_version: Field required');
  if (body.model !== undefined) return wrong('model: Extra inputs are not permitted');
  if (typeof body.max_tokens !== 'number') return wrong('max_tokens: Field required');
  if ((method === 'streamRawPredict') !== (body.stream === true)) return wrong('stream: does not fit the method');
  const usage = { input_tokens: 21, output_tokens: 6 };
  const message = { id: 'msg_vrtx_1', type: 'message', role: 'assistant', model, stop_reason: 'end_turn', usage };
  if (method === 'rawPredict') return { body: { ...message, content: [{ type: 'text', text: 'High water 17:05.' }] } };
  const events = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'High water 17:05.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
    { type: 'message_stop' },
  ];
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  return { type: 'text/event-stream', body: text };
}

function predict({ instances }: Body): HostReply {
  const predictions = (instances as Body[]).map((_, at) => ({
    embeddings: { values: [at, 0.5], statistics: { token_count: 3, truncated: false } },
  }));
  return { body: { predictions } };
}

function refusal(code: number, status: string, message: string): HostReply {
  return { status: code, body: { error: { code, message, status } } };
}

function decode(part: string): Body {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Body;
}
