import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { meet, openBrowser, type Person, settled } from './browser.ts';
import { type Gateway, rootPassword, startGateway } from './gateway.ts';

const model = 'gpt-5.6-luna';

let browser: Browser;
let gateway: Gateway;
let person: Person;

before(async () => {
  [browser, gateway] = await Promise.all([openBrowser(), startGateway()]);
  person = await meet(browser, gateway.address);
  await person.signIn('root', rootPassword);
});
after(async () => {
  await browser?.close();
  await gateway?.stop();
});

test('the first channel is added by its provider, and is tested at once', async () => {
  const { page } = person;
  await person.goTo('/channel');
  await page.getByRole('heading', { name: 'Add your first channel' }).waitFor();
  await page.getByRole('button', { name: /^OpenAI/ }).click();
  const editor = page.getByRole('dialog');
  await editor.getByLabel('Name', { exact: true }).fill('main');
  await editor.getByLabel('Key', { exact: true }).fill('sk-upstream');
  await editor.getByLabel('Base URL').fill(gateway.upstream.url);
  await editor.getByRole('button', { name: 'Create' }).click();
  await page.getByText(/Answered in/).waitFor();
});

test('a price that is changed is what the price list says', async () => {
  const { page } = person;
  await person.goTo('/setting?tab=operation#models');
  await page.getByLabel('Search by model name').fill(model);
  await page.getByLabel(`Input / 1M tokens of ${model}`, { exact: true }).fill('3.21');
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').first().waitFor();

  await person.goTo('/pricing');
  await page.getByLabel('Search models').fill(model);
  await page
    .getByRole('row', { name: new RegExp(model) })
    .getByText('$3.2100')
    .waitFor();
});

test('a group that is added is offered for keys, with what its users read', async () => {
  const { page } = person;
  await person.goTo('/setting?tab=operation#groups');
  await page.getByLabel('Name of a new group').fill('harbour');
  await page.getByRole('button', { name: 'Add a group' }).click();
  await page.getByLabel('Price factor of harbour', { exact: true }).fill('0.5');
  await page.getByLabel('Users may choose harbour').click();
  await page.getByLabel('Description of harbour').fill('Half the price');
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').first().waitFor();

  await person.goTo('/token');
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  await page.getByRole('dialog').getByLabel('Group').click();
  await page.getByText('Half the price').first().waitFor();
});

test('a channel that is switched off stays off', async () => {
  const { page } = person;
  await person.goTo('/channel');
  const row = page.getByRole('row', { name: /main/ });
  await row.getByRole('switch').click();
  await settled(page);
  await page.reload();
  await settled(page);
  assert.equal(await row.getByRole('switch').getAttribute('aria-checked'), 'false');
});

test('for whom motion is reduced, a dialog is from its first moment where it stays', async () => {
  const { page } = person;
  await person.goTo('/setting?tab=operation#RetryTimes');
  await page.locator('#RetryTimes').fill('4');
  const places = page.evaluate(async () => {
    const seen = new Set<string>();
    for (let frames = 0; frames < 20; ) {
      await new Promise(requestAnimationFrame);
      const dialog = document.querySelector('[role=dialog]');
      if (dialog === null) continue;
      frames++;
      seen.add(JSON.stringify(dialog.getBoundingClientRect()));
    }
    return [...seen];
  });
  await page.getByRole('button', { name: 'Review and save' }).click();
  assert.equal(
    (await places).length,
    1,
    `A click that begins at one place and ends at the next is lost: ${await places}`,
  );
});

test('meanwhile the browser had nothing to complain about', () => person.close());
