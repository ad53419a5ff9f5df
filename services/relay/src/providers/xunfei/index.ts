import { bearer } from '../bearer.ts';
import { chatVariant } from '../chat-variant.ts';
import { drop, forModels, rename } from '../patch.ts';
import { developerToSystem, plainContent } from '../patch-messages.ts';
import { prefixedUrl } from '../prefixed-url.ts';
import type { Endpoint, Provider } from '../provider.ts';
import { reasoningSwitch } from '../reasoning-switch.ts';
import { pathOf } from '../url.ts';
import { asVersion } from './as-version.ts';
import { verdicts } from './errors.ts';
import { revise, revisedEvents } from './revise.ts';
import { sendFrames } from './send-frames.ts';
import { signUrl } from './sign-url.ts';
import { spark } from './spark.ts';
import { versionOf } from './version.ts';

const httpBase = 'https://spark-api-open.xf-yun.com';
const socketBase = 'wss://spark-api.xf-yun.com';

/** Models that reason; they have an address of their own. */
const reasons = /^(spark-x|x1)/;
const newest = /^spark-x2\.5/;
const address = prefixedUrl((_base, _endpoint, { model }) => (reasons.test(model) ? '/v2' : '/v1'));

const overSocket: Endpoint = {
  operation: 'chat',
  dialect: spark,
  path: ({ model, credentials }) => versionOf(model, credentials).path,
  patch: [asVersion],
  send: sendFrames,
};

/** iFlytek's Spark: its HTTP call, or the WebSocket for keys of three parts. */
export const xunfei: Provider = {
  type: 18,
  name: 'xunfei',
  label: 'iFlytek Spark',
  baseUrl: httpBase,
  models: [
    'spark-x2.5',
    'spark-x',
    '4.0Ultra',
    'generalv3.5',
    'max-32k',
    'generalv3',
    'pro-128k',
    'lite',
    'Spark-4.0-Ultra',
    'Spark-Max',
    'Spark-Max-32K',
    'Spark-Pro',
    'Spark-Pro-128K',
    'Spark-Lite',
    'SparkDesk',
  ],
  keyHint: 'APIPassword for HTTP; APPID|APISecret|APIKey for WebSocket',
  otherHint: 'Version of the WebSocket for models that name none, such as v3.5; v2.1 when empty',
  sign: ({ key }) => (isSocketKey(key) ? [] : bearer({ key })),
  authorize(call, { key }) {
    if (!isSocketKey(key)) return call;
    const [, apiSecret = '', apiKey = ''] = key.split('|');
    return { ...call, url: signUrl(call.url, apiKey, apiSecret, new Date()) };
  },
  url(base, endpoint, target) {
    const socket = endpoint === overSocket;
    if (socket !== isSocketKey(target.credentials.key)) return undefined;
    if (!socket) return address(base, endpoint, target);
    const given = base === httpBase ? socketBase : base.replace(/^http/, 'ws').replace(/\/+$/, '');
    return new URL(given + pathOf(endpoint, target));
  },
  endpoints: [
    {
      operation: 'chat',
      dialect: chatVariant({
        name: 'xunfei',
        verdicts,
        unused: ['choices', 'metadata', 'serviceTier', 'modalities'],
        revision: { when: revisedEvents, revise },
      }),
      path: '/v1/chat/completions',
      patch: [
        developerToSystem,
        plainContent,
        forModels(newest, rename('max_tokens', 'max_completion_tokens'), drop('temperature', 'top_p')),
        forModels(/^(?!spark-x2\.5)/, rename('max_completion_tokens', 'max_tokens')),
        reasoningSwitch((on) => ({ thinking: { type: on ? 'enabled' : 'disabled' } })),
        drop('n', 'logit_bias', 'store', 'metadata', 'modalities', 'service_tier', 'prompt_cache_key', 'verbosity'),
      ],
    },
    overSocket,
  ],
};

function isSocketKey(key: string): boolean {
  return key.split('|').length === 3;
}
