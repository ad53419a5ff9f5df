import type { Page } from 'playwright-core';

/** A page as it is shown in pictures and looked at by axe. */
export interface PageView {
  readonly name: string;
  readonly path: string;
  /** What to press before the page is as meant. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const press = (selector: string) => (page: Page) => page.locator(selector).first().click();
/** What a dialog shows may come late: its code is loaded first. */
const opens = (act: (page: Page) => Promise<void>) => async (page: Page) => {
  await act(page);
  await page.getByRole('dialog').waitFor();
};
const openByKeys = (keys: string) => opens((page) => page.keyboard.press(keys));

/** Before anybody is signed in. */
export const visitorPages: readonly PageView[] = [
  { name: 'home', path: '/' },
  { name: 'about', path: '/about' },
  { name: 'sign-in', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'reset', path: '/reset' },
  { name: 'new-password', path: '/user/reset?email=ada@example.com&token=none' },
  { name: 'prices-of-visitors', path: '/pricing' },
];

/** As root sees them, with some usage. */
export const pages: readonly PageView[] = [
  { name: 'palette', path: '/token', prepare: openByKeys('Control+k') },
  { name: 'shortcuts', path: '/token', prepare: openByKeys('?') },
  { name: 'dashboard', path: '/detail?period=7d' },
  {
    name: 'dashboard-table',
    path: '/detail?period=30d&show=requests',
    prepare: press('#content button[aria-pressed="false"]'),
  },
  { name: 'keys', path: '/token' },
  { name: 'key-editor', path: '/token?edit=new' },
  {
    name: 'key-samples',
    path: '/token',
    prepare: opens(async (page) => {
      await press('#content button:has(.anticon-code)')(page);
      await press('.ant-dropdown-menu-item')(page);
    }),
  },
  { name: 'welcome', path: '/welcome' },
  { name: 'playground', path: '/play' },
  { name: 'wallet', path: '/topup' },
  { name: 'wallet-orders', path: '/topup?tab=orders' },
  { name: 'wallet-topup', path: '/topup?dialog=topup' },
  { name: 'wallet-redeem', path: '/topup?dialog=redeem' },
  { name: 'wallet-success', path: '/checkout-success' },
  { name: 'channels', path: '/channel' },
  { name: 'channel-tags', path: '/channel?byTag=true' },
  { name: 'channel-editor', path: '/channel/add' },
  { name: 'channel-routing', path: '/channel/explain' },
  { name: 'channel-test', path: '/channel/test/1' },
  { name: 'users', path: '/user' },
  { name: 'user-editor', path: '/user/edit/2' },
  { name: 'user-add', path: '/user', prepare: opens(press('#content header .ant-btn-primary')) },
  { name: 'codes', path: '/redemption' },
  { name: 'code-editor', path: '/redemption?edit=new' },
  { name: 'orders', path: '/order' },
  { name: 'log', path: '/log?span=month' },
  { name: 'log-details', path: '/log?span=month', prepare: press('#content button[aria-expanded="false"]') },
  { name: 'log-errors', path: '/log?span=week&type=5' },
  {
    name: 'log-record',
    path: '/log?span=month&type=2',
    prepare: opens(press('#content tr .anticon-file-search, #content li .anticon-file-search')),
  },
  { name: 'prices', path: '/pricing' },
  { name: 'prices-model', path: '/pricing', prepare: opens(press('#content .anticon-bar-chart')) },
  { name: 'tasks', path: '/task?start=0' },
  { name: 'drawings', path: '/task?start=0&tab=drawings' },
  { name: 'settings', path: '/setting' },
  { name: 'account', path: '/setting?tab=personal' },
  { name: 'account-security', path: '/setting?tab=personal&section=security' },
  { name: 'account-bindings', path: '/setting?tab=personal&section=bindings' },
  { name: 'account-notices', path: '/setting?tab=personal&section=notices' },
  { name: 'account-invitations', path: '/setting?tab=personal&section=invitations' },
  { name: 'account-appearance', path: '/setting?tab=personal&section=appearance' },
  { name: 'settings-operation', path: '/setting?tab=operation' },
  { name: 'settings-groups', path: '/setting?tab=operation#groups' },
  { name: 'settings-prices', path: '/setting?tab=operation#models' },
  { name: 'settings-mail', path: '/setting?tab=system#mail' },
  { name: 'settings-github', path: '/setting?tab=system#github' },
  { name: 'settings-notice', path: '/setting?tab=other#notice' },
  { name: 'settings-airwallex', path: '/setting?tab=payment#airwallex' },
  { name: 'settings-search', path: '/setting?tab=seo' },
  { name: 'books', path: '/books' },
  { name: 'books-letters', path: '/books?tab=letters' },
  { name: 'books-audits', path: '/books?tab=audits' },
  { name: 'audit', path: '/audit' },
  { name: 'not-found', path: '/no-such-page' },
];
