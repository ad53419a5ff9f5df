import { Type } from 'typebox';
import type { Gateway } from './gateway.ts';

/** Saves settings as root. */
export async function setOptions({ root }: Gateway, options: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(options))
    await root.call('PUT', '/api/option/', Type.Unknown(), { key, value });
}

/** A channel to the fake upstream, for everybody. */
export async function addChannel(
  { root, upstream }: Gateway,
  { name, models }: { readonly name: string; readonly models: readonly string[] },
): Promise<void> {
  await root.call('POST', '/api/channel/', Type.Unknown(), {
    type: 1,
    name,
    key: 'sk-upstream',
    base_url: upstream.url,
    models: models.join(','),
    group: 'default',
  });
}
