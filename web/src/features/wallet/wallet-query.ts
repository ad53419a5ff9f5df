import dayjs, { type Dayjs } from 'dayjs';

export const periods = ['all', 'week', 'month', 'year'] as const;
export type Period = (typeof periods)[number];

/** What the wallet shows, as its address says it. */
export interface WalletQuery {
  readonly tab: 'orders' | 'history';
  readonly dialog: '' | 'topup' | 'redeem';
  /** The order that is open, by any name of it. */
  readonly order: string;
  readonly period: Period;
  /** Of rows of the log; 0 is all. */
  readonly type: number;
  readonly keyword: string;
  /** Everybody's history, for administrators. */
  readonly everyone: boolean;
  readonly username: string;
  readonly group: string;
  readonly channel: string;
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
}

const TOP_UP = 1;
const MOST_ROWS = 100;

/** What an address says that says nothing: the person's own top-ups. */
export const plainQuery: WalletQuery = {
  tab: 'history',
  dialog: '',
  order: '',
  period: 'all',
  type: TOP_UP,
  keyword: '',
  everyone: false,
  username: '',
  group: '',
  channel: '',
  page: 1,
  pageSize: 10,
};

/** Reads the address. What cannot be read counts as not said. */
export function readWalletQuery(search: URLSearchParams): WalletQuery {
  const text = (name: string) => search.get(name) ?? '';
  const figure = (name: string, otherwise: number) => (/^\d{1,9}$/.test(text(name)) ? Number(text(name)) : otherwise);
  const oneOf = <Word extends string>(name: string, words: readonly Word[], otherwise: Word) =>
    words.find((word) => word === text(name)) ?? otherwise;
  return {
    tab: oneOf('tab', ['orders', 'history'], plainQuery.tab),
    dialog: oneOf('dialog', ['', 'topup', 'redeem'], plainQuery.dialog),
    order: text('order') || returnedOrder(search),
    period: oneOf('period', periods, plainQuery.period),
    type: figure('type', plainQuery.type),
    keyword: text('keyword'),
    everyone: text('everyone') === 'true',
    username: text('username'),
    group: text('group'),
    channel: /^\d{1,15}$/.test(text('channel')) ? text('channel') : '',
    page: Math.max(1, figure('page', plainQuery.page)),
    pageSize: Math.min(MOST_ROWS, Math.max(1, figure('size', plainQuery.pageSize))),
  };
}

/** Easy-pay gateways send the payer back with their signed notice in the address. It proves nothing here. */
function returnedOrder(search: URLSearchParams): string {
  return search.has('trade_status') ? (search.get('out_trade_no') ?? '') : '';
}

const names: Partial<Record<keyof WalletQuery, string>> = { pageSize: 'size' };

/** The address of a query, without what is the default. */
export function writeWalletQuery(query: WalletQuery): URLSearchParams {
  const said = Object.entries(query).filter(([name, value]) => value !== plainQuery[name as keyof WalletQuery]);
  return new URLSearchParams(
    said.map(([name, value]) => [names[name as keyof WalletQuery] ?? name, String(value)] as [string, string]),
  );
}

/** From when rows are shown, unix seconds; 0: from the beginning. */
export function periodStart(period: Period, now: Dayjs = dayjs()): number {
  return period === 'all' ? 0 : now.startOf(period).unix();
}

const narrowing = ['period', 'keyword', 'everyone', 'username', 'group', 'channel'] as const;

/** Whether rows are left out by more than their type. */
export function isNarrowed(query: WalletQuery): boolean {
  const isOtherType = query.type !== plainQuery.type && query.type !== 0;
  return isOtherType || narrowing.some((name) => query[name] !== plainQuery[name]);
}
