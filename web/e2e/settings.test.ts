import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Locator } from 'playwright-core';
import { Type } from 'typebox';
import type { SectionId } from '../src/features/settings/fields/field.ts';
import { tabs } from '../src/features/settings/fields/tabs.ts';
import { meet, openBrowser, type Person, settled } from './browser.ts';
import { type Gateway, rootPassword, startGateway } from './gateway.ts';

/** A setting of each section and what it becomes; groups and models are tables, see below. */
const samples: Readonly<Record<Exclude<SectionId, 'groups' | 'models'>, readonly [key: string, value: string]>> = {
  general: ['RetryTimes', '4'],
  drawing: ['MjNotifyEnabled', 'true'],
  sensitive: ['SensitiveWords', 'plover'],
  logs: ['LogConsumeEnabled', 'false'],
  dashboard: ['DataExportInterval', '7'],
  monitoring: ['ChannelDisableThreshold', '12'],
  quota: ['QuotaForNewUser', '4321'],
  limits: ['ModelRequestRateLimitCount', '77'],
  chats: ['ChatLink', 'https://chat.example.com'],
  server: ['ServerAddress', 'https://gateway.example.com'],
  worker: ['WorkerUrl', 'https://worker.example.com'],
  epay: ['PayAddress', 'https://pay.example.com'],
  usdt: ['UsdtMerchantId', 'merchant-7'],
  login: ['PasskeyLoginEnabled', 'false'],
  domains: ['EmailAliasRestrictionEnabled', 'true'],
  mail: ['SMTPServer', 'mail.example.com'],
  github: ['GitHubClientId', 'github-7'],
  linuxdo: ['LinuxDOClientId', 'linuxdo-7'],
  wechat: ['WeChatServerAddress', 'https://wechat.example.com'],
  telegram: ['TelegramBotName', 'example_bot'],
  oidc: ['OIDCName', 'Example ID'],
  turnstile: ['TurnstileSiteKey', 'site-key-7'],
  site: ['SystemName', 'Junction'],
  notice: ['Notice', 'The yard is open.'],
  home: ['HomePageContent', '# Welcome to the yard'],
  about: ['About', 'Who we are'],
  footer: ['Footer', 'Below everything'],
  selling: ['MaxTopUp', '7000'],
  cryptomus: ['CryptoMerchant_ID', 'coins-7'],
  airwallex: ['AirwallexClient_ID', 'cards-7'],
  stripe: ['StripeApiKey', 'sk_test_of_nobody'],
  search: ['SeoTitle', 'One address for every model'],
};

const Options = Type.Array(Type.Object({ key: Type.String(), value: Type.String() }));

let browser: Browser;
let gateway: Gateway;
let person: Person;

before(async () => {
  browser = await openBrowser();
});
after(() => browser?.close());

// A gateway for each row of tabs: all sections together are more calls than one person may make.
for (const row of [tabs.slice(0, 1), tabs.slice(1, 2), tabs.slice(2)]) {
  describe(`the tabs ${row.map(({ id }) => id).join(', ')}`, () => {
    before(async () => {
      gateway = await startGateway();
      person = await meet(browser, gateway.address);
      await person.signIn('root', rootPassword);
      // Every page shows a notice that is new.
      const { page } = person;
      const understood = page.getByRole('dialog', { name: 'Notice' }).getByRole('button', { name: 'Got it' });
      await page.addLocatorHandler(understood, () => understood.click());
    });
    after(() => gateway?.stop());

    for (const { id: tab, sections } of row) {
      const sampled = sections.flatMap(({ id, fields }) =>
        id === 'groups' || id === 'models' ? [] : [{ section: id, fields, key: samples[id][0], value: samples[id][1] }],
      );
      for (const { section, fields, key, value } of sampled)
        test(`${section}: ${key} is saved`, async () => {
          const { page } = person;
          const control = page.locator(`[id="${key}"]`);
          await person.moveTo(`/setting?tab=${tab}#${key}`);
          if (fields.find((field) => field.key === key)?.instant) {
            await fill(control, value);
            await settled(page);
          } else await change(control, value);
          // A secret is told to nobody.
          assert.equal(await stored(key), key === 'StripeApiKey' ? '' : value);
        });

      test(`${tab}: what was saved survives a reload`, async () => {
        const { page } = person;
        await page.reload();
        await settled(page);
        for (const { key, value } of sampled) {
          await person.moveTo(`/setting?tab=${tab}#${key}`);
          await assertShown(page.locator(`[id="${key}"]`), value);
        }
      });
    }

    test('the browser had nothing to complain about', () => person.close());
  });
}

async function stored(key: string): Promise<string | undefined> {
  const options = await gateway.root.call('GET', '/api/option/', Options);
  return options.find((option) => option.key === key)?.value;
}

async function change(control: Locator, value: string): Promise<void> {
  const { page } = person;
  await fill(control, value);
  await page.getByRole('button', { name: 'Review and save' }).click();
  const [saving] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PUT'),
    page.getByRole('dialog').getByRole('button', { name: 'Save' }).click(),
  ]);
  assert.equal((await saving.json()).message, '');
  await page.getByText('Settings saved').first().waitFor();
}

const isSwitch = async (control: Locator) => (await control.getAttribute('role')) === 'switch';

async function fill(control: Locator, value: string): Promise<void> {
  await control.waitFor();
  if (await isSwitch(control)) {
    assert.notEqual(await control.getAttribute('aria-checked'), value, 'It is so already.');
    await control.click();
  } else await control.fill(value);
}

async function assertShown(control: Locator, value: string): Promise<void> {
  await control.waitFor();
  if (await isSwitch(control)) assert.equal(await control.getAttribute('aria-checked'), value);
  else if ((await control.getAttribute('type')) !== 'password') assert.equal(await control.inputValue(), value);
}
