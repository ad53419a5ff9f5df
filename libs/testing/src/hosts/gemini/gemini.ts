import type { Host, HostReply, HostRequest } from '../host.ts';
import type { Proof } from '../proof/proof.ts';
import { demand, orRefuse } from '../refusal.ts';
import { jsonReply } from '../reply.ts';
import { answerCount, answerStream, answerWhole } from './answer.ts';
import { embed, embedBatch } from './embed.ts';
import { googleError } from './google-error.ts';
import type { GeminiSurface } from './surface.ts';

export interface GeminiOptions extends GeminiSurface {
  readonly name?: string;
  /** Whose requests are answered; everyone's unless said. */
  readonly proof?: Proof;
  /** Models that exist; all unless said. */
  readonly models?: readonly string[];
}

type Method = (request: HostRequest, model: string, surface: GeminiSurface) => HostReply;

const methods: Readonly<Record<string, Method>> = {
  generateContent: answerWhole,
  streamGenerateContent: answerStream,
  countTokens: answerCount,
  embedContent: embed,
  batchEmbedContents: embedBatch,
};

/** Google's Gemini API as AI Studio offers it. */
export function gemini(options: GeminiOptions = {}): Host {
  const { name = 'gemini' } = options;
  return {
    name,
    handle(request) {
      const [, version, rest = ''] = /^\/(v1|v1beta|v1alpha)\/models(.*)$/.exec(decodeURIComponent(request.path)) ?? [];
      if (version === undefined) return undefined;
      if (request.method === 'GET' && rest === '')
        return orRefuse(googleError, () => {
          demandKey(request, options);
          return list(options);
        });
      const [, model = '', method = ''] = /^\/(.+):(\w+)$/.exec(rest) ?? [];
      const answer = methods[method];
      if (request.method !== 'POST' || !answer) return undefined;
      return orRefuse(googleError, () => {
        demandKey(request, options);
        demand(options.models?.includes(model) ?? true, `models/${model} is not found for API version ${version}.`, {
          status: 404,
        });
        return answer(request, model, options);
      });
    },
  };
}

/** A wrong key is an argument among others to Google, and answered by 400; a missing one by 403. */
function demandKey(request: HostRequest, { proof }: GeminiOptions): void {
  const reason = proof?.(request);
  if (!reason) return;
  const given = request.headers['x-goog-api-key'] !== undefined || request.query.has('key');
  demand(given, "Method doesn't allow unregistered callers. Please use an API key.", { status: 403 });
  demand(false, `API key not valid: ${reason}`, { code: 'API_KEY_INVALID' });
}

function list({ models = ['gemini-3.8-flash', 'gemini-embedding-001'] }: GeminiOptions): HostReply {
  return jsonReply(200, {
    models: models.map((id) => ({
      name: `models/${id}`,
      displayName: id,
      inputTokenLimit: 1_048_576,
      outputTokenLimit: 65_536,
      supportedGenerationMethods: id.includes('embedding')
        ? ['embedContent', 'batchEmbedContents']
        : ['generateContent', 'countTokens'],
    })),
  });
}
