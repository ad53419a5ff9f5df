import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';

/** How a page can look: theme, language and size of the window. */
export interface Look {
  readonly name: string;
  readonly theme: 'light' | 'dark';
  readonly language: string;
  readonly options: BrowserContextOptions;
  /** Which of axe's rules can find here what they would not find in the plain look. */
  readonly rules: 'all' | 'of colour' | 'but of colour';
}

const desktop = { viewport: { width: 1440, height: 900 } };

export const plain: Look = { name: 'light', theme: 'light', language: 'en', options: desktop, rules: 'all' };
/** The plain look, and what differs the most from it in colours. */
export const inColours: readonly Look[] = [
  plain,
  { name: 'dark', theme: 'dark', language: 'zh', options: desktop, rules: 'of colour' },
];
/** What differs in the direction of reading, and in size. */
export const inShape: readonly Look[] = [
  { name: 'ar', theme: 'light', language: 'ar', options: desktop, rules: 'but of colour' },
  {
    name: 'phone',
    theme: 'light',
    language: 'en',
    options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    rules: 'but of colour',
  },
];
export const looks: readonly Look[] = [...inColours, ...inShape];

// Without windows it needs a tenth less of the processor.
const windowless = '/usr/bin/chromium-headless-shell';

/** The Chromium that CHROMIUM_PATH names, or the distribution's. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? (existsSync(windowless) ? windowless : '/usr/bin/chromium'),
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
}

/** A person with a browser of their own: nothing stored but how pages should look. */
export interface Person {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the browser complained about: errors in scripts, refused loads, breaches of the content security policy. */
  readonly complaints: string[];
  /** Loads a path and waits until the page stands still. */
  goTo(path: string): Promise<void>;
  /** Follows a link of the pages to a path, as it were: nothing is loaded anew. Waits likewise. */
  moveTo(path: string): Promise<void>;
  signIn(username: string, password: string): Promise<void>;
  /** Fails when the browser complained. */
  close(): Promise<void>;
}

/**
 * A call that is refused with a status is an answer like others; the browser reports it all the same. But 429 means that
 * the tests ask too much and look at pages without their data.
 */
const answers = /Failed to load resource: the server responded with a status of 4(?!29)\d\d/;

export async function meet(browser: Browser, address: string, look: Look = plain): Promise<Person> {
  const context = await browser.newContext({ ...look.options, baseURL: address, reducedMotion: 'reduce' });
  watchRequests(context);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.addInitScript(
    ({ theme, language }) => {
      // Once: what the person chooses later stays.
      if (localStorage.getItem('theme-mode') === null) localStorage.setItem('theme-mode', theme);
      if (localStorage.getItem('i18nextLng') === null) localStorage.setItem('i18nextLng', language);
    },
    { theme: look.theme, language: look.language },
  );
  const page = await context.newPage();
  const complaints: string[] = [];
  const note = (text: string) => complaints.push(`${look.name} ${new URL(page.url()).pathname}: ${text}`);
  page.on('pageerror', (error) => note(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !answers.test(message.text())) note(message.text());
  });
  return {
    context,
    page,
    complaints,
    async goTo(path) {
      await page.goto(path);
      await settled(page);
    },
    async moveTo(path) {
      await page.evaluate((path) => {
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }, path);
      await settled(page);
    },
    async signIn(username, password) {
      await page.goto('/login');
      await settled(page);
      await page.locator('#username').fill(username);
      await page.locator('#password').fill(password);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/token');
      await settled(page);
    },
    async close() {
      await context.close();
      assert.deepEqual(complaints, []);
    },
  };
}

/** Requests that have no answer yet, of all pages of a person. */
const openRequests = new WeakMap<BrowserContext, Set<Request>>();

function watchRequests(context: BrowserContext): void {
  const open = new Set<Request>();
  openRequests.set(context, open);
  context.on('request', (request) => open.add(request));
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
}

const lookMs = 25;
const calmLooks = 4;
const patienceMs = 30_000;

/** Resolves when the page has its heading and for a moment nothing was loaded, no placeholder shown, nothing moved; throws when that never comes. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState();
  const open = openRequests.get(page.context()) ?? new Set();
  const latest = Date.now() + patienceMs;
  for (let calm = 0; calm < calmLooks; await page.waitForTimeout(lookMs)) {
    calm = open.size === 0 && (await isStill(page)) ? calm + 1 : 0;
    if (Date.now() < latest) continue;
    throw new Error(`${page.url()} does not come to rest. Waits for: ${[...open].map((request) => request.url())}`);
  }
}

/** Looks when the page has nothing else to do: what it was told may not be drawn yet. */
function isStill(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve));
    return (
      document.querySelector('h1') !== null &&
      // A list is dimmed until its answer is drawn, which is later than the answer.
      document.querySelector('.ant-skeleton-active, .ant-spin-spinning, [aria-busy="true"]') === null &&
      // The bar at the top, for a page whose code is on its way.
      document.querySelector('[role="progressbar"]:not(.ant-progress)') === null &&
      document.getAnimations().every(({ playState, effect }) => {
        const endless = effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
        return playState !== 'running' || endless;
      })
    );
  });
}
