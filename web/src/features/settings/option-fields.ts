import type { TextKey } from '../../lib/i18n.ts';

export type OptionKind = 'text' | 'address' | 'count' | 'flag' | 'numberMap' | 'textMap';

export interface OptionField {
  readonly key: string;
  readonly kind: OptionKind;
  readonly label: TextKey;
  readonly hint: TextKey;
  /** Least and greatest value of a count. */
  readonly least?: number;
  readonly most?: number;
  readonly template?: object;
}

export interface OptionSection {
  readonly id: 'general' | 'groups' | 'prices';
  readonly title: TextKey;
  readonly text: TextKey;
  readonly fields: readonly OptionField[];
}

const general: readonly OptionField[] = [
  { key: 'SystemName', kind: 'text', label: 'settings:systemName', hint: 'settings:systemNameHint' },
  { key: 'ServerAddress', kind: 'address', label: 'settings:serverAddress', hint: 'settings:serverAddressHint' },
  {
    key: 'DisplayInCurrencyEnabled',
    kind: 'flag',
    label: 'settings:displayInCurrency',
    hint: 'settings:displayInCurrencyHint',
  },
  {
    key: 'QuotaPerUnit',
    kind: 'count',
    least: 1,
    most: 1e9,
    label: 'settings:quotaPerUnit',
    hint: 'settings:quotaPerUnitHint',
  },
  {
    key: 'RetryTimes',
    kind: 'count',
    least: 0,
    most: 10,
    label: 'settings:retryTimes',
    hint: 'settings:retryTimesHint',
  },
];

const groups: readonly OptionField[] = [
  {
    key: 'GroupRatio',
    kind: 'numberMap',
    label: 'settings:groupRatio',
    hint: 'settings:groupRatioHint',
    template: { default: 1, vip: 0.8 },
  },
  {
    key: 'UserUsableGroups',
    kind: 'textMap',
    label: 'settings:usableGroups',
    hint: 'settings:usableGroupsHint',
    template: { default: 'Default group' },
  },
];

const prices: readonly OptionField[] = [
  {
    key: 'ModelRatio',
    kind: 'numberMap',
    label: 'settings:modelRatio',
    hint: 'settings:modelRatioHint',
    template: { 'gpt-4o': 1.25 },
  },
  {
    key: 'CompletionRatio',
    kind: 'numberMap',
    label: 'settings:completionRatio',
    hint: 'settings:completionRatioHint',
    template: { 'gpt-4o': 4 },
  },
  {
    key: 'CacheRatio',
    kind: 'numberMap',
    label: 'settings:cacheRatio',
    hint: 'settings:cacheRatioHint',
    template: { 'gpt-4o': 0.5 },
  },
  {
    key: 'ModelPrice',
    kind: 'numberMap',
    label: 'settings:modelPrice',
    hint: 'settings:modelPriceHint',
    template: { 'dall-e-3': 0.04 },
  },
];

export const sections: readonly OptionSection[] = [
  { id: 'general', title: 'settings:general', text: 'settings:generalText', fields: general },
  { id: 'groups', title: 'settings:groups', text: 'settings:groupsText', fields: groups },
  { id: 'prices', title: 'settings:prices', text: 'settings:pricesText', fields: prices },
];
