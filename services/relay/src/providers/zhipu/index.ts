import { bearer } from '../bearer.ts';
import { listModelsUnder } from '../list-models-under.ts';
import type { Credentials, Provider, Target, UpstreamCall } from '../provider.ts';
import { withHeader } from '../with-header.ts';
import { zhipuEndpoints, zhipuUrl } from '../zhipu-v4/endpoints.ts';
import { zhipuV3 } from './dialect.ts';
import { zhipuFraming } from './framing.ts';
import { signToken } from './jwt.ts';

const prefix = '/api/paas/v3/model-api/';
const thirdVersion = /^chatglm_(turbo|pro|std|lite)(_32k)?$/;

/** Zhipu's third version, and for every model of a later generation the fourth. */
export const zhipu: Provider = {
  type: 16,
  name: 'zhipu',
  label: 'Zhipu ChatGLM',
  baseUrl: 'https://open.bigmodel.cn',
  models: ['chatglm_turbo', 'chatglm_pro', 'chatglm_std', 'chatglm_lite'],
  keyHint: '{id}.{secret}',
  otherHint: '',
  notice:
    'Zhipu no longer sells these models. Names of later ones (glm-...) are served by its fourth version here too.',
  sign: bearer,
  authorize,
  url: zhipuUrl,
  endpoints: [
    {
      operation: 'chat',
      dialect: zhipuV3,
      path: ({ model, stream }: Target) => `${prefix}${model}/${stream ? 'sse-invoke' : 'invoke'}`,
      framing: zhipuFraming,
      serves: (model) => thirdVersion.test(model),
    },
    ...zhipuEndpoints.map((endpoint) => ({
      ...endpoint,
      serves: (model: string) => !thirdVersion.test(model) && endpoint.serves?.(model) !== false,
    })),
  ],
  listModels: listModelsUnder('/api/paas/v4/models'),
};

/** The third version takes no key as it is, but a token made of it. */
function authorize(call: UpstreamCall, { key }: Credentials): UpstreamCall {
  const [id, secret] = key.split('.');
  if (!call.url.pathname.includes(prefix) || id === undefined || secret === undefined) return call;
  return withHeader(call, 'authorization', signToken(id, secret, Date.now()));
}
