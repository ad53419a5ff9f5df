import { channel, code, day, entries, log, options, tokens, users } from './sample-rows.ts';
import type { Tables } from './tables.ts';

/** one-api, with channels that lead to an upstream. */
export function oneApiSample(upstreamUrl: string): Tables {
  return {
    users,
    tokens: tokens.map((one) => ({
      ...one,
      models: one.name === 'narrow' ? 'sample-model,other-model' : '',
      subnet: one.name === 'narrow' ? '127.0.0.0/8,10.1.0.0/16' : '',
    })),
    channels: [
      {
        ...channel,
        id: 1,
        type: 1,
        key: 'sk-upstream',
        name: 'first',
        base_url: upstreamUrl,
        models: 'sample-model,mapped-model',
        group: 'default,vip',
        model_mapping: '{"mapped-model":"sample-model"}',
        config: '',
      },
      {
        ...channel,
        id: 2,
        type: 33,
        key: 'unused',
        name: 'cloud',
        base_url: '',
        models: 'claude-x',
        group: 'default',
        model_mapping: '',
        config: '{"ak":"AKIA","sk":"secret","region":"us-east-1"}',
      },
      {
        ...channel,
        id: 3,
        type: 34,
        key: 'pat',
        name: 'bot',
        base_url: '',
        models: 'bot-1',
        group: 'default',
        model_mapping: '',
        config: '',
      },
    ],
    options,
    redemptions: [
      { ...code, id: 1, key: '0123456789abcdef0123456789abcdef', status: 1, quota: 1_000 },
      { ...code, id: 2, key: '1123456789abcdef0123456789abcdef', status: 2, quota: 2_000 },
      { ...code, id: 3, key: '2123456789abcdef0123456789abcdef', status: 3, quota: 3_000, redeemed_time: day },
    ],
    logs: entries.map((entry) => ({ ...log, ...entry, elapsed_time: 1_250 })),
  };
}
