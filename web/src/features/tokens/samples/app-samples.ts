import { shellWord } from '../../../lib/code-quoting.ts';
import type { Sample } from './sample.ts';

export const cherryStudio: Sample = {
  id: 'cherry-studio',
  name: 'Cherry Studio',
  kind: 'apps',
  base: '',
  note: 'tokens:samples.cherryStudio',
  write: ({ address, key, model }) => [
    {
      place: 'Settings → Model Provider → Add',
      text: `Provider Type: OpenAI
API Host: ${address}
API Key: ${key}
Model ID: ${model}`,
    },
  ],
};

export const openWebui: Sample = {
  id: 'open-webui',
  name: 'Open WebUI',
  kind: 'apps',
  base: '/v1',
  write: ({ address, key, model }) => [
    {
      place: 'Docker',
      text: `docker run -d --name open-webui -p 8080:8080 \\
  -e OPENAI_API_BASE_URL=${shellWord(`${address}/v1`)} \\
  -e OPENAI_API_KEY=${shellWord(key)} \\
  -e DEFAULT_MODELS=${shellWord(model)} \\
  -e ENABLE_OLLAMA_API=false \\
  -v open-webui:/app/backend/data \\
  ghcr.io/open-webui/open-webui:main`,
    },
  ],
};

export const lobeChat: Sample = {
  id: 'lobechat',
  name: 'LobeChat',
  kind: 'apps',
  base: '/v1',
  write: ({ address, key, model }) => [
    {
      place: 'Docker',
      text: `docker run -d --name lobe-chat -p 3210:3210 \\
  -e OPENAI_PROXY_URL=${shellWord(`${address}/v1`)} \\
  -e OPENAI_API_KEY=${shellWord(key)} \\
  -e OPENAI_MODEL_LIST=${shellWord(`+${model}`)} \\
  lobehub/lobe-chat`,
    },
  ],
};

export const nextChat: Sample = {
  id: 'nextchat',
  name: 'NextChat',
  kind: 'apps',
  base: '',
  note: 'tokens:samples.nextChat',
  write: ({ address, key, model }) => [
    {
      place: 'Docker',
      text: `docker run -d --name nextchat -p 3000:3000 \\
  -e BASE_URL=${shellWord(address)} \\
  -e OPENAI_API_KEY=${shellWord(key)} \\
  -e CUSTOM_MODELS=${shellWord(`+${model}@OpenAI`)} \\
  -e DEFAULT_MODEL=${shellWord(model)} \\
  yidadaa/chatgpt-next-web`,
    },
  ],
};
