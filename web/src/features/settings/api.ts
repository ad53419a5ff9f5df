import type { LogCleaning, Option, OptionChangeView, OptionDefinition, UsdtLogEntry } from '@switchyard/console/calls';
import useSWR from 'swr';
import { ApiError, exchange, type Page, send, withQuery } from '../../lib/http.ts';
import { polled } from '../../lib/polled.ts';

/** The installation's settings, key and text. */
export function useOptions() {
  return useSWR<Option[]>('/api/option/');
}

/** What each setting may hold, and who changed it last. */
export function useDefinitions() {
  return useSWR<OptionDefinition[]>('/api/option/definitions');
}

export interface OptionSaving {
  readonly key: string;
  readonly value: string;
  /** Refused when somebody changed the setting since. */
  readonly version: number;
  /** Takes a secret away. */
  readonly clear?: boolean;
}

/** Saves one setting and answers its new version. */
export async function saveOption(saving: OptionSaving): Promise<number> {
  return (await send<{ version: number }>('PUT', '/api/option/', saving)).version;
}

export interface RefusedSaving {
  /** The setting that cannot be so; empty where the refusal is of no single one. */
  readonly key: string;
  readonly error: unknown;
}

/** Saves the settings of a form, in this order, or none of them; answers what was refused, undefined when all are saved. */
export async function saveOptions(changes: readonly OptionSaving[]): Promise<RefusedSaving | undefined> {
  try {
    const outcome = await exchange<{ refused: string } | undefined>('PUT', '/api/option/batch', { changes });
    if (outcome.success) return undefined;
    return { key: outcome.data?.refused ?? '', error: new ApiError(outcome.message, 200, outcome.requestId) };
  } catch (error) {
    return { key: '', error };
  }
}

/** Changes of one setting, or of all with a blank key, newest first. */
export function useHistory(key: string, page: number, pageSize: number) {
  return useSWR<Page<OptionChangeView>>(withQuery('/api/option/history', { key, p: page, page_size: pageSize }));
}

/** Makes a setting what it was before a change. */
export function rollBack(id: number): Promise<unknown> {
  return send('POST', '/api/option/rollback', { id });
}

/** Makes all prices those that are shipped; answers what that changed, in words. */
export async function resetPrices(): Promise<string> {
  const { success, message, requestId } = await exchange('POST', '/api/option/rest_model_ratio', {});
  if (!success) throw new ApiError(message, 200, requestId);
  return message;
}

/** Each answers what was seen, in words. */
export async function testMail(to: string): Promise<string> {
  return (await send<{ detail: string }>('POST', '/api/option/test/mail', { to })).detail;
}

export async function testSignIn(provider: string): Promise<string> {
  return (await send<{ detail: string }>('POST', '/api/option/test/sign-in', { provider })).detail;
}

export async function testCallbackAddress(): Promise<string> {
  return (await send<{ detail: string }>('POST', '/api/option/test/webhook', {})).detail;
}

/** What was said between us and the USDT gateway, newest first. */
export function useUsdtLog() {
  return useSWR<UsdtLogEntry[]>('/admin/usdt-logs');
}

const cleaningPollMs = 1_500;

/** How the newest cleaning of the log stands; read again while one goes on. */
export function useLogCleaning() {
  return useSWR<LogCleaning | null>(
    '/api/log/cleaning',
    polled<LogCleaning | null>(cleaningPollMs, (latest) => latest?.finish_time === 0),
  );
}

/** Has the log before a time deleted; answers how many rows that is about. */
export function cleanLog(beforeSeconds: number): Promise<number> {
  return send<number>('DELETE', withQuery('/api/log/', { target_timestamp: beforeSeconds }));
}
