import { type KeyObject, randomBytes, verify } from 'node:crypto';
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts';
import { gemini } from './gemini/gemini.ts';
import { googleError } from './gemini/google-error.ts';
import type { Host, HostReply, HostRequest } from './host.ts';
import { demand, orRefuse, Refusal } from './refusal.ts';
import { jsonReply } from './reply.ts';
import { vectorOf } from './vector.ts';

/** The account that the host knows. */
export interface VertexAccount {
  readonly email: string;
  readonly project: string;
  readonly keyId: string;
  readonly publicKey: KeyObject;
  /** For calls without a project. */
  readonly apiKey: string;
}

export interface VertexHost extends Host {
  /** Tokens that were given out; taking one away revokes it. */
  readonly tokens: Set<string>;
}

type Body = Record<string, unknown>;

const tokenAddress = 'https://oauth2.googleapis.com/token';
const scope = 'https://www.googleapis.com/auth/cloud-platform';
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const mostSeconds = 3_600;
const clockSkewSeconds = 300;
const address =
  /^\/v1(?:\/projects\/([^/]+)\/locations\/[a-z0-9-]+)?\/publishers\/(google|anthropic)\/models\/([^/:]+):(\w+)$/;

const google = gemini({
  refuses: ['store', 'serviceTier'],
  callIds: false,
  serverSideTools: false,
  rolesRequired: true,
});
const claude = anthropicMessages({ urlSources: false });

/** Google Cloud's token endpoint and Vertex AI at one address: signatures, paths and bodies are checked as there. */
export function vertex(account: VertexAccount): VertexHost {
  const tokens = new Set<string>();
  return {
    name: 'vertex',
    tokens,
    handle(request) {
      if (request.path === '/token') return orRefuse(grantError, () => exchange(request, account, tokens));
      const [, project, publisher, model = '', method = ''] = address.exec(decodeURIComponent(request.path)) ?? [];
      if (publisher === undefined || request.method !== 'POST') return undefined;
      return orRefuse(googleError, () => {
        demandProof(request, project, account, tokens);
        if (publisher === 'anthropic') return askClaude(request, model, method);
        if (method === 'predict') return predict(request);
        const events = method !== 'streamGenerateContent' || request.query.get('alt') === 'sse';
        demand(events, 'This host is to be asked for events.');
        return google.handle({ ...request, path: `/v1/models/${model}:${method}` });
      });
    },
  };
}

function demandProof(
  { headers, path }: HostRequest,
  project: string | undefined,
  account: VertexAccount,
  tokens: ReadonlySet<string>,
): void {
  if (project === undefined) {
    const code = 'API_KEY_INVALID';
    demand(headers['x-goog-api-key'] === account.apiKey, 'API key not valid. Please pass a valid API key.', { code });
    return;
  }
  const token = (headers.authorization ?? '').replace(/^Bearer /, '');
  demand(tokens.has(token), 'Request had invalid authentication credentials.', { status: 401 });
  const denied = `Permission 'aiplatform.endpoints.predict' denied on resource '/${path}'`;
  demand(project === account.project, denied, { status: 403, code: 'IAM_PERMISSION_DENIED' });
}

/** RFC 7523: a signed claim for a token. */
function exchange({ headers, body }: HostRequest, account: VertexAccount, tokens: Set<string>): HostReply {
  demand(headers['content-type'] === 'application/x-www-form-urlencoded', 'Bad content type.');
  const form = new URLSearchParams(body.toString());
  demand(form.get('grant_type') === grantType, 'Bad grant type.');
  const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  const { alg, typ, kid } = decode(header);
  demand(alg === 'RS256' && typ === 'JWT' && kid === account.keyId, 'Invalid JWT header.');
  const signed = Buffer.from(`${header}.${claims}`);
  const genuine = verify('RSA-SHA256', signed, account.publicKey, Buffer.from(signature, 'base64url'));
  demand(genuine, 'Invalid JWT Signature.');
  const { iss, aud, iat, exp, scope: asked } = decode(claims);
  demand(iss === account.email, 'Invalid grant: account not found');
  demand(aud === tokenAddress && asked === scope, 'Invalid audience or scope.');
  const issuedAgo = Date.now() / 1000 - Number(iat);
  demand(
    Number(exp) - Number(iat) <= mostSeconds && Math.abs(issuedAgo) <= clockSkewSeconds,
    'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.',
  );
  const token = `ya29.${randomBytes(12).toString('base64url')}`;
  tokens.add(token);
  return jsonReply(200, { access_token: token, expires_in: 3599, token_type: 'Bearer' });
}

/** Anthropic's body without the model, with the version in it. */
function askClaude(request: HostRequest, model: string, method: string): ReturnType<Host['handle']> {
  const { anthropic_version: version, ...body } = request.json() ?? {};
  const wrong = (message: string) =>
    jsonReply(400, { type: 'error', error: { type: 'invalid_request_error', message } });
  if (version !== 'vertex-2023-10-16') return wrong('anthropic_version: Field required');
  if (body.model !== undefined) return wrong('model: Extra inputs are not permitted');
  if (!/^claude-[a-z0-9-]+(@\d{8})?$/.test(model) || /-\d{8}$/.test(model))
    throw new Refusal(`Publisher Model ${model} was not found.`, { status: 404 });
  if ((method === 'streamRawPredict') !== (body.stream === true)) return wrong('stream: does not fit the method');
  return claude.handle({
    ...request,
    path: '/v1/messages',
    headers: { ...request.headers, 'anthropic-version': '2023-06-01' },
    json: () => ({ ...body, model: model.replace('@', '-') }),
  });
}

function predict(request: HostRequest): HostReply {
  const { instances = [], parameters = {} } = (request.json() ?? {}) as { instances?: Body[]; parameters?: Body };
  const dimensions = Number(parameters.outputDimensionality ?? 768);
  const predictions = instances.map(({ content }) => ({
    embeddings: {
      values: Array.from(vectorOf(String(content), dimensions)),
      statistics: { token_count: 3, truncated: false },
    },
  }));
  return jsonReply(200, { predictions });
}

function grantError({ message }: Refusal): HostReply {
  return jsonReply(400, { error: 'invalid_grant', error_description: message });
}

function decode(part: string): Body {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Body;
}
