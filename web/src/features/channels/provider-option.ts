import type { TextKey } from '../../lib/i18n.ts';

const labels: Readonly<Record<number, TextKey>> = {
  3: 'channels:option.apiVersion',
  4: 'channels:option.defaults',
  14: 'channels:option.apiVersion',
  15: 'channels:option.apiVersion',
  17: 'channels:option.plugins',
  18: 'channels:option.apiVersion',
  21: 'channels:option.knowledgeBase',
  22: 'channels:option.defaults',
  24: 'channels:option.apiVersion',
  33: 'channels:option.profile',
  35: 'channels:option.groupId',
  37: 'channels:option.appKind',
  39: 'channels:option.accountId',
  41: 'channels:option.region',
};

/** What the field `other` means for a type of channel. */
export function providerOption(type: number): TextKey {
  return labels[type] ?? 'channels:field.other';
}
