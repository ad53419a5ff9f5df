import type { Host, HostReply, HostRequest } from '../host.ts';
import { openaiError } from '../openai-error.ts';
import { demand, orRefuse } from '../refusal.ts';
import { embeddings } from './embeddings.ts';
import { edits, generations } from './images.ts';
import { moderations } from './moderations.ts';
import { type Operation, readOperation } from './operation.ts';
import type { OpenaiOperationsOptions } from './options.ts';
import { rerank } from './rerank.ts';
import { speech } from './speech.ts';
import { transcriptions } from './transcriptions.ts';

const operations: Readonly<Record<string, Operation>> = {
  '/audio/speech': speech,
  '/audio/transcriptions': transcriptions,
  '/embeddings': embeddings,
  '/images/edits': edits,
  '/images/generations': generations,
  '/moderations': moderations,
  '/rerank': rerank,
};

/** What hosts in OpenAI's shape offer besides chat. */
export function openaiOperations(options: OpenaiOperationsOptions = {}): Host {
  const { name = 'openai-operations', prefix = '/v1' } = options;
  return {
    name,
    handle(request) {
      const below = request.path.startsWith(prefix) ? request.path.slice(prefix.length) : '';
      const operation = operations[below];
      if (request.method !== 'POST' || !operation) return undefined;
      return orRefuse(openaiError, () => answer(request, operation, options));
    },
  };
}

async function answer(
  request: HostRequest,
  operation: Operation,
  options: OpenaiOperationsOptions,
): Promise<HostReply> {
  const reason = options.proof?.(request);
  demand(!reason, `Incorrect API key provided: ${reason}`, { status: 401, code: 'invalid_api_key' });
  const body = await readOperation(request);
  const { model } = body;
  demand(
    model === undefined || (options.models?.includes(String(model)) ?? true),
    `The model '${model}' does not exist or you do not have access to it.`,
    { status: 404, code: 'model_not_found', param: 'model' },
  );
  return operation(body, options);
}
