import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator } from 'playwright-core';
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

test('a price that is typed digit by digit moves no other price', async () => {
  const { page } = person;
  await person.goTo('/setting?tab=operation#models');
  await page.getByLabel('Search by model name').fill(model);
  const [input, output, cache] = ['Input', 'Output', 'Cached input'].map((name) =>
    page.getByLabel(`${name} / 1M tokens of ${model}`, { exact: true }),
  ) as [Locator, Locator, Locator];
  for (const [field, figure] of [
    [input, '2'],
    [output, '4'],
    [cache, '0.5'],
  ] as const) {
    await field.fill(figure);
    await field.press('Enter');
  }
  await input.selectText();
  await input.pressSequentially('0.5');
  await input.press('Enter');
  assert.deepEqual([await output.inputValue(), await cache.inputValue()], ['4', '0.5']);
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('a row whose last figure is emptied stays until it is deleted', async () => {
  const { page } = person;
  await page.reload();
  await page.getByLabel('Search by model name').fill(model);
  const input = page.getByLabel(`Input / 1M tokens of ${model}`, { exact: true });
  for (const figure of ['', '0.5']) {
    await input.fill(figure);
    await input.press('Tab');
    assert.equal(await input.inputValue(), figure);
  }
  await page.getByRole('button', { name: 'Discard' }).click();

  await person.goTo('/setting?tab=operation#groups');
  const factor = page.getByLabel('Price factor of svip', { exact: true });
  await factor.fill('');
  await factor.press('Tab');
  assert.equal(await factor.inputValue(), '');
  await page.getByRole('button', { name: 'Remove svip' }).click();
  await factor.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Discard' }).click();
  assert.equal(await factor.inputValue(), '1');
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

test('a list whose next search fails says so above the rows of the last one', async () => {
  const { page } = person;
  await person.goTo('/user');
  const row = page.getByRole('row', { name: /root/ });
  await row.waitFor();
  await page.route(/\/api\/user\/search/, (route) =>
    route.fulfill({ json: { success: false, message: 'Not now' }, headers: { 'x-oneapi-request-id': 'search-7' } }),
  );
  await page.getByRole('searchbox').fill('nobody');
  await page.keyboard.press('Enter');
  const notice = page.getByRole('alert').filter({ hasText: 'Not now' });
  await notice.getByText('search-7').waitFor();
  await row.waitFor();
  await page.unroute(/\/api\/user\/search/);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No user matches').waitFor();
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
