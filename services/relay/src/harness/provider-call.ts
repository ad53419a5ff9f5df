import type { Json } from '../dialects/canonical.ts';
import { JsonBody } from '../ingress/json-body.ts';
import { BodyEdit } from '../providers/patch.ts';
import type { Provider } from '../providers/provider.ts';
import { joinUrl, pathOf } from '../providers/url.ts';

/** The body of an OpenAI chat as it leaves for a provider. `other` is the channel's. */
export function patchedBy(provider: Provider, body: Json, other = ''): Json {
  const endpoint = provider.endpoints.find(({ operation }) => operation === 'chat');
  const edit = new BodyEdit(JsonBody.of(body));
  const target = {
    model: String(body.model),
    stream: body.stream === true,
    credentials: { key: 'k', organization: '', other },
  };
  for (const patch of endpoint?.patch ?? []) patch(edit, target);
  return JSON.parse(edit.write().toString('utf8'));
}

/** The address of a provider's call for an operation; '' when it has none. */
export function addressOf(
  provider: Provider,
  operation: string,
  { base = provider.baseUrl, model = 'm', other = '', dialect = '' } = {},
): string {
  const endpoint = provider.endpoints.find(
    (candidate) => candidate.operation === operation && (dialect === '' || candidate.dialect.name === dialect),
  );
  if (!endpoint) return '';
  const target = { model, stream: false, credentials: { key: 'k', organization: '', other } };
  const url = provider.url ? provider.url(base, endpoint, target) : joinUrl(base, pathOf(endpoint, target));
  return url?.href ?? '';
}
