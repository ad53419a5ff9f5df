import type { TextKey } from '../../lib/i18n.ts';
import type { StepName } from './steps.ts';

interface StepLook {
  readonly title: TextKey;
  readonly text: TextKey;
  readonly action: TextKey;
  readonly path: string;
}

/** What each step says, and where it is taken. */
export const stepLooks: Readonly<Record<StepName, StepLook>> = {
  password: {
    title: 'welcome:password.title',
    text: 'welcome:password.text',
    action: 'welcome:password.action',
    path: '/setting?tab=personal&section=security',
  },
  channel: {
    title: 'welcome:channel.title',
    text: 'welcome:channel.text',
    action: 'welcome:channel.action',
    path: '/channel/add',
  },
  test: {
    title: 'welcome:test.title',
    text: 'welcome:test.text',
    action: 'welcome:test.action',
    path: '/channel',
  },
  prices: {
    title: 'welcome:prices.title',
    text: 'welcome:prices.text',
    action: 'welcome:prices.action',
    path: '/setting?tab=operation#ModelRatio',
  },
  address: {
    title: 'welcome:address.title',
    text: 'welcome:address.text',
    action: 'welcome:address.action',
    path: '/setting?tab=system#ServerAddress',
  },
  credit: {
    title: 'welcome:credit.title',
    text: 'welcome:credit.text',
    action: 'welcome:credit.action',
    path: '/topup',
  },
  key: {
    title: 'welcome:key.title',
    text: 'welcome:key.text',
    action: 'welcome:key.action',
    path: '/token?edit=new',
  },
  request: {
    title: 'welcome:request.title',
    text: 'welcome:request.text',
    action: 'welcome:request.action',
    path: '/play',
  },
};
