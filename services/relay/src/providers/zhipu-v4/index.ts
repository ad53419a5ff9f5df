import { bearer } from '../bearer.ts';
import { listModelsUnder } from '../list-models-under.ts';
import type { Provider } from '../provider.ts';
import { zhipuEndpoints, zhipuUrl } from './endpoints.ts';

/** Zhipu's fourth version (GLM), in China, as z.ai elsewhere, and its coding plans. */
export const zhipuV4: Provider = {
  type: 26,
  name: 'zhipu-v4',
  label: 'Zhipu GLM-4V',
  baseUrl: 'https://open.bigmodel.cn',
  models: [
    'glm-5.3',
    'glm-5.3-flash',
    'glm-5.3-flashx',
    'glm-5.2',
    'glm-5.1',
    'glm-5',
    'glm-5-turbo',
    'glm-5v-turbo',
    'glm-4.7',
    'glm-4.7-flash',
    'glm-4.7-flashx',
    'glm-4.6',
    'glm-4.6v',
    'glm-4.5',
    'glm-4.5-air',
    'glm-4.5-flash',
    'embedding-3',
    'embedding-2',
    'cogview-4-250304',
  ],
  keyHint: '{id}.{secret} from the console of open.bigmodel.cn or z.ai',
  otherHint: '',
  sign: bearer,
  url: zhipuUrl,
  endpoints: zhipuEndpoints,
  listModels: listModelsUnder('/api/paas/v4/models'),
};
