import type { Host } from './host.ts';
import { openaiChat } from './openai-chat/openai-chat.ts';
import { openaiRules } from './openai-chat/openai-rules.ts';
import { headerKey } from './proof/proof.ts';

const filter = { hate: { filtered: false, severity: 'safe' } };

/** Azure OpenAI with both kinds of addresses; those by deployment want a version. */
export function azureHost({ key }: { key: string }): Host {
  const proof = headerKey('api-key', key);
  return openaiChat({
    name: 'azure',
    path: /^\/openai\/(v1|deployments\/(?<model>[^/]+))\/chat\/completions$/,
    proof: (request) => {
      const version = request.query.get('api-version');
      const wanted = request.path.startsWith('/openai/deployments/');
      return (
        proof(request) ?? (wanted && !/^\d{4}-\d{2}-\d{2}(-preview)?$/.test(version ?? '') ? 'no version' : undefined)
      );
    },
    rules: openaiRules,
    extra: () => ({ prompt_filter_results: [{ prompt_index: 0, content_filter_results: filter }] }),
  });
}
