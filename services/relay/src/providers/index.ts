import { ai360 } from './ai360/index.ts';
import { aiproxy } from './aiproxy/index.ts';
import { ali } from './ali/index.ts';
import { anthropic } from './anthropic/index.ts';
import { azure } from './azure/index.ts';
import { baidu } from './baidu/index.ts';
import { bedrock } from './bedrock/index.ts';
import { cloudflare } from './cloudflare/index.ts';
import { cohere } from './cohere/index.ts';
import { custom } from './custom/index.ts';
import { deepseek } from './deepseek/index.ts';
import { dify } from './dify/index.ts';
import { gemini } from './gemini/index.ts';
import { jina } from './jina/index.ts';
import { lingyi } from './lingyi/index.ts';
import { midjourney } from './midjourney/index.ts';
import { midjourneyPlus } from './midjourney-plus/index.ts';
import { minimax } from './minimax/index.ts';
import { moonshot } from './moonshot/index.ts';
import { ollama } from './ollama/index.ts';
import { openai } from './openai/index.ts';
import { palm } from './palm/index.ts';
import type { Provider } from './provider.ts';
import { siliconcloud } from './siliconcloud/index.ts';
import { suno } from './suno/index.ts';
import { tencent } from './tencent/index.ts';
import { vertex } from './vertex/index.ts';
import { xunfei } from './xunfei/index.ts';
import { zhipu } from './zhipu/index.ts';
import { zhipuV4 } from './zhipu-v4/index.ts';

/** Every host the relay knows, in the order the channel editor shows them. */
export const providers: readonly Provider[] = [
  openai,
  azure,
  anthropic,
  bedrock,
  gemini,
  vertex,
  deepseek,
  moonshot,
  siliconcloud,
  lingyi,
  zhipuV4,
  zhipu,
  ali,
  baidu,
  tencent,
  minimax,
  xunfei,
  ai360,
  cohere,
  ollama,
  dify,
  cloudflare,
  jina,
  aiproxy,
  palm,
  midjourney,
  midjourneyPlus,
  suno,
  custom,
];

const byType = new Map(providers.map((provider) => [provider.type, provider]));

/** The provider of a channel type; undefined for a type this version does not know. */
export function providerOf(type: number): Provider | undefined {
  return byType.get(type);
}
