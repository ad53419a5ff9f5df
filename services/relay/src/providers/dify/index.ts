import { bearer } from '../bearer.ts';
import type { Provider, Target } from '../provider.ts';
import { readApplication } from './application.ts';
import { asApplication } from './as-application.ts';
import { difyChat } from './dialect.ts';
import { sendRun } from './send-run.ts';
import { uploadFiles } from './upload-files.ts';

const paths = { chat: '/v1/chat-messages', completion: '/v1/completion-messages', workflow: '/v1/workflows/run' };

/** Dify: a key is one application, so the name of the model is the operator's and is never sent. */
export const dify: Provider = {
  type: 37,
  name: 'dify',
  label: 'Dify',
  baseUrl: 'https://api.dify.ai',
  models: ['dify'],
  keyHint: 'app-...',
  otherHint: 'chat, completion or workflow; or JSON such as {"kind":"workflow","input":"query","inputs":{}}',
  sign: bearer,
  authorize: uploadFiles,
  endpoints: [
    {
      operation: 'chat',
      dialect: difyChat,
      path: ({ credentials }: Target) => paths[readApplication(credentials.other).kind],
      patch: [asApplication],
      send: sendRun,
    },
  ],
};
