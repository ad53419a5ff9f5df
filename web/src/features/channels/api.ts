import type { ChannelView, ProviderView } from '@switchyard/console/calls';
import useSWR from 'swr';
import { exchange, type Page, send, withQuery } from '../../lib/http.ts';

export const channelStatus = { enabled: 1, disabled: 2, autoDisabled: 3 } as const;

/** A connection to an upstream provider. Lists are comma-separated, mappings and settings are JSON text. */
export type Channel = Readonly<ChannelView>;

type Field =
  | 'type'
  | 'name'
  | 'base_url'
  | 'other'
  | 'openai_organization'
  | 'models'
  | 'group'
  | 'model_mapping'
  | 'status_code_mapping'
  | 'param_override'
  | 'setting'
  | 'priority'
  | 'weight'
  | 'tag'
  | 'auto_ban'
  | 'test_model';

/** What an administrator sets. The key goes in and never comes out; one per line. */
export type ChannelFields = Pick<Channel, Field> & { readonly key?: string };

/** A kind of upstream, as the relay knows it. `notice`: what to know of it, such as that its service has closed. */
export type ChannelType = Readonly<ProviderView>;

export interface ChannelListQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly idSort: boolean;
  readonly keyword: string;
  readonly group: string;
  readonly model: string;
}

export function useChannels(query: ChannelListQuery) {
  const { page, pageSize, idSort, keyword, group, model } = query;
  return useSWR<Page<Channel>>(
    withQuery('/api/channel/', { p: page, page_size: pageSize, id_sort: idSort, keyword, group, model }),
  );
}

export function useChannel(id: number | undefined) {
  return useSWR<Channel>(id === undefined ? null : `/api/channel/${id}`, { revalidateIfStale: true });
}

export function useChannelTypes() {
  return useSWR<ChannelType[]>('/api/channel/types');
}

export function createChannel(fields: ChannelFields): Promise<unknown> {
  return send('POST', '/api/channel/', fields);
}

/** Absent fields stay as they are, and so does the key when it is left out. */
export function updateChannel(id: number, changes: Partial<ChannelFields> & { status?: number }): Promise<Channel> {
  return send<Channel>('PUT', '/api/channel/', { id, ...changes });
}

export function deleteChannel(id: number): Promise<unknown> {
  return send('DELETE', `/api/channel/${id}/`);
}

export interface TestOutcome {
  readonly success: boolean;
  readonly message: string;
  readonly seconds: number;
}

/** Asks the upstream a tiny question; a refusal of the upstream is an outcome, not an error. */
export async function testChannel(id: number, model: string): Promise<TestOutcome> {
  const answer = await exchange<null>('GET', withQuery(`/api/channel/test/${id}`, { model }));
  return { success: answer.success, message: answer.message, seconds: answer.time ?? 0 };
}

/** Models the upstream offers: by its stored key, or by the key just typed. */
export function fetchModels(source: { id: number } | { type: number; base_url: string; key: string }) {
  return 'id' in source
    ? send<string[]>('GET', `/api/channel/fetch_models/${source.id}`)
    : send<string[]>('POST', '/api/channel/fetch_models', source);
}
