import { bearer } from '../bearer.ts';
import type { Provider } from '../provider.ts';
import { fastgptChat } from './dialect.ts';
import { mergeOther } from './merge-other.ts';

/** FastGPT: an application behind OpenAI's shape. It fixes model, prompt and knowledge itself. */
export const fastgpt: Provider = {
  type: 22,
  name: 'fastgpt',
  label: 'FastGPT',
  baseUrl: 'https://cloud.fastgpt.cn/api',
  models: ['fastgpt'],
  keyHint: 'fastgpt-..., or fastgpt-...-{id of the application}',
  otherHint: 'Defaults as JSON, such as {"appId":"...","variables":{}}',
  notice: 'Applications tell no true usage: set a price per call.',
  sign: bearer,
  endpoints: [{ operation: 'chat', dialect: fastgptChat, path: '/v1/chat/completions', patch: [mergeOther] }],
};
