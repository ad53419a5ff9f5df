import type {
  ChannelKeyList,
  ChannelKeyView,
  ChannelView,
  Explanation as ExplanationView,
  ProviderView,
  RoutingQuestion,
  RunProgress,
  TagChange,
} from '@switchyard/console/calls';
import useSWR from 'swr';
import { ApiError, exchange, type Page, send, withQuery } from '../../lib/http.ts';
import { polled } from '../../lib/polled.ts';
import { useFreshRecord } from '../../lib/use-fresh-record.ts';

export const channelStatus = { enabled: 1, disabled: 2, autoDisabled: 3 } as const;

export const LEAST_PRIORITY = -999;

/** A connection to an upstream provider. Lists are comma-separated, mappings and settings are JSON text. */
export type Channel = Readonly<ChannelView>;

export type KeyMode = Channel['key_mode'];

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
  | 'test_model'
  | 'cost_ratio';

/** What an administrator sets. The key goes in and never comes out; one per line. */
export type ChannelFields = Pick<Channel, Field> & { readonly key?: string; readonly key_mode?: KeyMode };

/** A kind of upstream, as the relay knows it. `notice`: what to know of it, such as that its service has closed. */
export type ChannelType = Readonly<ProviderView>;

/** One of several keys of a channel, masked. */
export type ChannelKey = Readonly<ChannelKeyView>;

export type Explanation = Readonly<ExplanationView>;

export interface ChannelListQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly idSort: boolean;
  /** A page of tags, each with all its channels. */
  readonly byTag: boolean;
  readonly keyword: string;
  readonly group: string;
  readonly model: string;
  /** 0: any. */
  readonly status: number;
  /** 0: any. */
  readonly type: number;
  readonly tag: string;
}

export function useChannels(query: ChannelListQuery) {
  const { page, pageSize, idSort, byTag, keyword, group, model, tag } = query;
  const status = query.status || undefined;
  const type = query.type || undefined;
  const paging = { p: page, page_size: pageSize, id_sort: idSort, tag_mode: byTag };
  return useSWR<Page<Channel>>(withQuery('/api/channel/', { ...paging, keyword, group, model, status, type, tag }));
}

export function useChannel(id: number) {
  return useSWR<Channel>(channelPath(id), { keepPreviousData: false });
}

/** A channel to edit; undefined asks for nothing. */
export function useEditedChannel(id: number | undefined) {
  return useFreshRecord<Channel>(id === undefined ? undefined : channelPath(id));
}

const channelPath = (id: number) => `/api/channel/${id}`;

export function useChannelTypes() {
  return useSWR<ChannelType[]>('/api/channel/types');
}

export function useTagNames(): readonly string[] {
  return useSWR<string[]>('/api/channel/tags').data ?? [];
}

/** Every model that a channel has or that a kind of upstream usually has. */
export function useKnownModels(): readonly string[] {
  return useSWR<{ id: string }[]>('/api/channel/models').data?.map(({ id }) => id) ?? [];
}

export function createChannel(fields: ChannelFields): Promise<{ ids: number[] }> {
  return send('POST', '/api/channel/', fields);
}

/** Absent fields stay as they are, and so does the key when it is left out. */
export function updateChannel(id: number, changes: Partial<ChannelFields> & { status?: number }): Promise<Channel> {
  return send<Channel>('PUT', '/api/channel/', { id, ...changes });
}

export function deleteChannel(id: number): Promise<unknown> {
  return send('DELETE', `/api/channel/${id}/`);
}

/** A second channel with the same settings and keys; answers its id. */
export function copyChannel(id: number): Promise<{ id: number }> {
  return send('POST', `/api/channel/copy/${id}`);
}

export interface TestOutcome {
  readonly success: boolean;
  readonly message: string;
  readonly seconds: number;
  readonly model: string;
  readonly reply: string;
}

/** Asks the upstream a tiny question; a refusal of the upstream is an outcome, not an error. */
export async function testChannel(id: number, model: string, keyId?: number): Promise<TestOutcome> {
  const answer = await exchange<null>('GET', withQuery(`/api/channel/test/${id}`, { model, key_id: keyId }));
  const { success, message, time = 0, reply = '' } = answer;
  return { success, message, seconds: time, model: answer.model ?? model, reply };
}

/** Asks the upstream what is left on the account, and keeps the answer with the channel. */
export async function updateBalance(id: number): Promise<void> {
  const { success, message, requestId } = await exchange<null>('GET', `/api/channel/update_balance/${id}`);
  if (!success) throw new ApiError(message, 200, requestId);
}

/** Models the upstream offers: by its stored key, or by the key just typed. */
export function fetchModels(source: { id: number } | { type: number; base_url: string; key: string }) {
  return 'id' in source
    ? send<string[]>('GET', `/api/channel/fetch_models/${source.id}`)
    : send<string[]>('POST', '/api/channel/fetch_models', source);
}

const keysPath = (id: number) => `/api/channel/${id}/keys`;

export function useChannelKeys(id: number) {
  return useSWR<ChannelKeyList>(keysPath(id));
}

export function addKeys(id: number, key: string, mode?: 'random' | 'round_robin'): Promise<{ added: number }> {
  return send('POST', keysPath(id), { key, ...(mode === undefined ? {} : { key_mode: mode }) });
}

export function switchKey(id: number, keyId: number, status: number): Promise<unknown> {
  return send('PUT', `${keysPath(id)}/${keyId}`, { status });
}

export function deleteKey(id: number, keyId: number): Promise<unknown> {
  return send('DELETE', `${keysPath(id)}/${keyId}`);
}

/** The calls below answer how many channels they changed. */
export function deleteChannels(ids: readonly number[]): Promise<number> {
  return send('POST', '/api/channel/batch', { ids });
}

export function switchChannels(ids: readonly number[], on: boolean): Promise<number> {
  return send('POST', `/api/channel/batch/${on ? 'enabled' : 'disabled'}`, { ids });
}

export function tagChannels(ids: readonly number[], tag: string): Promise<number> {
  return send('POST', '/api/channel/batch/tag', { ids, tag });
}

export function switchTag(tag: string, on: boolean): Promise<number> {
  return send('POST', `/api/channel/tag/${on ? 'enabled' : 'disabled'}`, { tag });
}

export function changeTag(change: TagChange): Promise<number> {
  return send('PUT', '/api/channel/tag', change);
}

export function deleteDisabledChannels(): Promise<number> {
  return send('DELETE', '/api/channel/disabled');
}

/** Answers how many entries of the routing table were wrong. */
export function fixChannels(): Promise<number> {
  return send('POST', '/api/channel/fix');
}

export type RunKind = 'test' | 'balance';

const runPaths = { test: '/api/channel/test', balance: '/api/channel/update_balance' } as const;
const runPollMs = 1500;

/** Begins a test, or a reading of balances, of all channels. It goes on in the background. */
export function beginRun(kind: RunKind): Promise<{ total: number }> {
  return send('GET', runPaths[kind]);
}

export function runProgressPath(kind: RunKind): string {
  return `${runPaths[kind]}/progress`;
}

/** How the newest run stands; asked again and again while one is under way, also one that somebody else began. */
export function useRun(kind: RunKind) {
  return useSWR<RunProgress>(
    runProgressPath(kind),
    polled<RunProgress>(runPollMs, (run) => run?.running === true),
  );
}

/** Which channel would serve this, and why the others would not. */
export function explainRouting(question: RoutingQuestion): Promise<Explanation> {
  return send('POST', '/api/channel/explain', question);
}
