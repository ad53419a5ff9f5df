import { json, shellWord } from '../../../lib/code-quoting.ts';
import type { Sample } from './sample.ts';

const messages = [{ role: 'user', content: 'Hello!' }];

export const curl: Sample = {
  id: 'curl',
  name: 'curl',
  kind: 'code',
  base: '/v1',
  streams: true,
  write: ({ address, key, model, stream }) => [
    {
      text: `curl ${stream ? '-N ' : ''}${shellWord(`${address}/v1/chat/completions`)} \\
  -H ${shellWord(`Authorization: Bearer ${key}`)} \\
  -H 'Content-Type: application/json' \\
  -d ${shellWord(json({ model, messages, ...(stream ? { stream } : {}) }))}`,
    },
  ],
};
