import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/**
 * Captures every page of a running gateway in light, dark, Arabic and phone size, into a folder git ignores.
 * `npm run shots -- --address http://127.0.0.1:3000 --username root --password …`
 */
const { values } = parseArgs({
  options: {
    address: { type: 'string', default: process.env.SWITCHYARD_ADDRESS ?? 'http://127.0.0.1:3000' },
    username: { type: 'string', default: process.env.SWITCHYARD_USERNAME ?? 'root' },
    password: { type: 'string', default: process.env.SWITCHYARD_PASSWORD ?? '' },
    browser: { type: 'string', default: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: join(import.meta.dirname, '../dist-shots') },
  },
});

interface Look {
  readonly name: string;
  readonly theme: 'light' | 'dark';
  readonly language: string;
  readonly options: BrowserContextOptions;
}

const desktop = { viewport: { width: 1440, height: 900 } };
const looks: readonly Look[] = [
  { name: 'light', theme: 'light', language: 'en', options: desktop },
  { name: 'dark', theme: 'dark', language: 'zh', options: desktop },
  { name: 'ar', theme: 'light', language: 'ar', options: desktop },
  {
    name: 'phone',
    theme: 'light',
    language: 'en',
    options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  },
];

interface Shot {
  readonly name: string;
  readonly path: string;
  /** What to press before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const first = (page: Page, selector: string) => page.locator(selector).first();

/** Before anybody is signed in. */
const visitorShots: readonly Shot[] = [
  { name: 'home', path: '/' },
  { name: 'about', path: '/about' },
  { name: 'sign-in', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'reset', path: '/reset' },
  { name: 'new-password', path: '/user/reset?email=ada@example.com&token=none' },
  { name: 'prices-of-visitors', path: '/pricing' },
];

const shots: readonly Shot[] = [
  { name: 'palette', path: '/token', prepare: (page) => page.keyboard.press('Control+k') },
  { name: 'shortcuts', path: '/token', prepare: (page) => page.keyboard.press('?') },
  { name: 'dashboard', path: '/detail?period=7d' },
  {
    name: 'dashboard-table',
    path: '/detail?period=30d&show=requests',
    prepare: (page) => first(page, '#content button[aria-pressed="false"]').click(),
  },
  { name: 'keys', path: '/token' },
  { name: 'key-editor', path: '/token?edit=new' },
  {
    name: 'key-samples',
    path: '/token',
    prepare: async (page) => {
      await first(page, '#content .ant-dropdown-trigger').click();
      await first(page, '.ant-dropdown-menu-item').click();
    },
  },
  { name: 'welcome', path: '/welcome' },
  { name: 'playground', path: '/play' },
  { name: 'channels', path: '/channel' },
  { name: 'channel-tags', path: '/channel?byTag=true' },
  { name: 'channel-editor', path: '/channel/add' },
  { name: 'channel-routing', path: '/channel/explain' },
  { name: 'channel-test', path: '/channel/test/1' },
  { name: 'codes', path: '/redemption' },
  { name: 'code-editor', path: '/redemption?edit=new' },
  { name: 'log', path: '/log' },
  {
    name: 'log-details',
    path: '/log',
    prepare: async (page) => {
      const toggle = first(page, '#content button[aria-expanded="false"]');
      if (await toggle.isVisible()) await toggle.click();
    },
  },
  { name: 'log-errors', path: '/log?span=week&type=5' },
  {
    name: 'log-record',
    path: '/log?span=month&type=2',
    prepare: (page) => first(page, '#content tr .anticon-file-search, #content li .anticon-file-search').click(),
  },
  { name: 'prices', path: '/pricing' },
  { name: 'prices-model', path: '/pricing', prepare: (page) => first(page, '#content .anticon-bar-chart').click() },
  { name: 'tasks', path: '/task?start=0' },
  { name: 'drawings', path: '/task?start=0&tab=drawings' },
  { name: 'settings', path: '/setting' },
  { name: 'account', path: '/setting?tab=personal' },
  { name: 'account-security', path: '/setting?tab=personal&section=security' },
  { name: 'account-bindings', path: '/setting?tab=personal&section=bindings' },
  { name: 'account-notices', path: '/setting?tab=personal&section=notices' },
  { name: 'account-invitations', path: '/setting?tab=personal&section=invitations' },
  { name: 'account-appearance', path: '/setting?tab=personal&section=appearance' },
  { name: 'users', path: '/user' },
  { name: 'user-editor', path: '/user/edit/2' },
  {
    name: 'user-add',
    path: '/user',
    prepare: (page) => first(page, '#content header .ant-btn-primary').click(),
  },
  { name: 'settings-operation', path: '/setting?tab=operation' },
  { name: 'settings-groups', path: '/setting?tab=operation#groups' },
  { name: 'settings-prices', path: '/setting?tab=operation#models' },
  { name: 'settings-mail', path: '/setting?tab=system#mail' },
  { name: 'settings-github', path: '/setting?tab=system#github' },
  { name: 'settings-notice', path: '/setting?tab=other#notice' },
  { name: 'settings-airwallex', path: '/setting?tab=payment#airwallex' },
  { name: 'settings-search', path: '/setting?tab=seo' },
  { name: 'audit', path: '/audit' },
  { name: 'wallet', path: '/topup' },
  { name: 'wallet-orders', path: '/topup?tab=orders' },
  { name: 'wallet-topup', path: '/topup?dialog=topup' },
  { name: 'wallet-redeem', path: '/topup?dialog=redeem' },
  { name: 'wallet-success', path: '/checkout-success' },
  { name: 'orders', path: '/order' },
  {
    name: 'orders-open',
    path: '/order',
    prepare: async (page) => {
      const row = first(page, '#content tbody .ant-btn, #content article button');
      if (await row.isVisible()) await row.click();
    },
  },
  { name: 'not-found', path: '/no-such-page' },
];

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(400);
}

async function capture(browser: Browser, look: Look): Promise<void> {
  const context = await browser.newContext({ ...look.options, reducedMotion: 'reduce' });
  await context.addInitScript(
    ({ theme, language }) => {
      localStorage.setItem('theme-mode', theme);
      localStorage.setItem('i18nextLng', language);
    },
    { theme: look.theme, language: look.language },
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stderr.write(`${look.name} ${page.url()}: ${error.message}\n`));
  page.on('console', (message) => {
    if (message.type() === 'error') process.stderr.write(`${look.name} ${page.url()}: ${message.text()}\n`);
  });
  const save = (name: string) => page.screenshot({ path: join(values.out, `${name}-${look.name}.png`) });

  for (const { name, path } of visitorShots.filter((shot) => shot.name.includes(values.only))) {
    await page.goto(values.address + path);
    await settle(page);
    await save(name);
  }
  await page.goto(`${values.address}/login`);
  await settle(page);
  await page.locator('#username').fill(values.username);
  await page.locator('#password').fill(values.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/token');
  for (const { name, path, prepare } of shots.filter((shot) => shot.name.includes(values.only))) {
    await page.goto(values.address + path);
    await settle(page);
    await prepare?.(page);
    await settle(page);
    await save(name);
  }
  await context.close();
}

mkdirSync(values.out, { recursive: true });
const browser = await chromium.launch({
  executablePath: values.browser,
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
try {
  for (const look of looks) await capture(browser, look);
} finally {
  await browser.close();
}
process.stdout.write(`${values.out}\n`);
