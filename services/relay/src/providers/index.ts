import { ai360 } from './ai360/index.ts';
import { aiproxy } from './aiproxy/index.ts';
import { ali } from './ali/index.ts';
import { anthropic } from './anthropic/index.ts';
import { azure } from './azure/index.ts';
import { baichuan } from './baichuan/index.ts';
import { baidu } from './baidu/index.ts';
import { baseten } from './baseten/index.ts';
import { bedrock } from './bedrock/index.ts';
import { cerebras } from './cerebras/index.ts';
import { chutes } from './chutes/index.ts';
import { cloudflare } from './cloudflare/index.ts';
import { cohere } from './cohere/index.ts';
import { custom } from './custom/index.ts';
import { deepinfra } from './deepinfra/index.ts';
import { deepseek } from './deepseek/index.ts';
import { dify } from './dify/index.ts';
import { fastgpt } from './fastgpt/index.ts';
import { fireworks } from './fireworks/index.ts';
import { gemini } from './gemini/index.ts';
import { groq } from './groq/index.ts';
import { huggingface } from './huggingface/index.ts';
import { jina } from './jina/index.ts';
import { lingyi } from './lingyi/index.ts';
import { lmStudio } from './lm-studio/index.ts';
import { midjourney } from './midjourney/index.ts';
import { midjourneyPlus } from './midjourney-plus/index.ts';
import { minimax } from './minimax/index.ts';
import { mistral } from './mistral/index.ts';
import { moonshot } from './moonshot/index.ts';
import { nebius } from './nebius/index.ts';
import { novita } from './novita/index.ts';
import { nvidia } from './nvidia/index.ts';
import { ollama } from './ollama/index.ts';
import { openai } from './openai/index.ts';
import { openrouter } from './openrouter/index.ts';
import { palm } from './palm/index.ts';
import { perplexity } from './perplexity/index.ts';
import { poe } from './poe/index.ts';
import type { Provider } from './provider.ts';
import { siliconcloud } from './siliconcloud/index.ts';
import { stepfun } from './stepfun/index.ts';
import { suno } from './suno/index.ts';
import { tencent } from './tencent/index.ts';
import { together } from './together/index.ts';
import { upstage } from './upstage/index.ts';
import { vercel } from './vercel/index.ts';
import { vertex } from './vertex/index.ts';
import { vllm } from './vllm/index.ts';
import { volcengine } from './volcengine/index.ts';
import { voyage } from './voyage/index.ts';
import { xai } from './xai/index.ts';
import { xinference } from './xinference/index.ts';
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
  openrouter,
  xai,
  groq,
  together,
  fireworks,
  nvidia,
  cerebras,
  deepinfra,
  huggingface,
  vllm,
  lmStudio,
  voyage,
  novita,
  nebius,
  vercel,
  baseten,
  chutes,
  poe,
  upstage,
  stepfun,
  baichuan,
  volcengine,
  xinference,
  mistral,
  fastgpt,
  perplexity,
  custom,
];

const byType = new Map(providers.map((provider) => [provider.type, provider]));

/** The provider of a channel type; undefined for a type this version does not know. */
export function providerOf(type: number): Provider | undefined {
  return byType.get(type);
}
