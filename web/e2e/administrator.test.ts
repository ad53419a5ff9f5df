import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Locator } from 'playwright-core';
import { Type } from 'typebox';
import { meet, openBrowser, type Person, settled } from './browser.ts';
import { type Gateway, rootPassword, startGateway } from './gateway.ts';
import { addChannel } from './operator.ts';

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

test('a priority that is emptied on the way to another is not filled in again, and Escape takes it back', async () => {
  const { page } = person;
  await person.goTo('/channel');
  const priority = page.getByLabel('Priority of main');
  await priority.fill('5');
  await priority.press('Enter');
  await page.getByText('Saved').waitFor();
  await priority.fill('1');
  await priority.press('Backspace');
  await priority.pressSequentially('2');
  assert.equal(await priority.inputValue(), '2');
  await priority.press('Escape');
  assert.equal(await priority.inputValue(), '5');
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
  const output = page.getByLabel(`Output / 1M tokens of ${model}`, { exact: true });
  for (const figure of ['', '0.5']) {
    await input.fill(figure);
    await input.press('Tab');
    assert.equal(await input.inputValue(), figure);
    // Without an input price there is nothing that an output price could be a multiple of.
    assert.equal(await output.isEditable(), figure !== '');
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

test('a model is added at the prices that were typed, in whatever order', async () => {
  const { page } = person;
  await person.goTo('/setting?tab=operation#models');
  await page.getByRole('button', { name: 'Add a model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a model' });
  await dialog.getByLabel('Model', { exact: true }).fill('harbour-model');
  await dialog.getByLabel('Output / 1M tokens').fill('1,5');
  await dialog.getByLabel('Input / 1M tokens', { exact: true }).fill('2.5');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByText('Please enter a number').first().waitFor();
  await dialog.getByLabel('Output / 1M tokens').fill('10');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByLabel('Search by model name').fill('harbour-model');
  assert.equal(await page.getByLabel('Output / 1M tokens of harbour-model').inputValue(), '10');
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('who goes back from what a price map would change finds what was pasted', async () => {
  const { page } = person;
  const map = '{ "harbour-model": { "input_cost_per_token": 0.000001, "output_cost_per_token": 0.000002 } }';
  await page.getByRole('button', { name: 'Import prices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import prices' });
  await dialog.getByText('Text or file').click();
  await dialog.getByRole('textbox').fill(map);
  await dialog.getByRole('button', { name: 'Compare' }).click();
  await dialog.getByRole('button', { name: 'Back' }).click();
  assert.equal(await dialog.getByRole('textbox').inputValue(), map);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('a card that is edited whole holds at once, and drafts of other prices outlive it', async () => {
  const { page } = person;
  const carded = 'gpt-4o';
  await person.goTo('/setting?tab=operation#models');
  const search = page.getByLabel('Search by model name');
  const input = (name: string) => page.getByLabel(`Input / 1M tokens of ${name}`, { exact: true });
  await search.fill(model);
  await input(model).fill('1.5');
  await input(model).press('Enter');

  await search.fill(carded);
  await page.getByRole('button', { name: `Edit the card of ${carded}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Edit the card of ${carded}` });
  const editor = dialog.getByRole('textbox', { name: 'Price card' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await dialog.getByText('Prices in the table are not saved yet', { exact: false }).waitFor();
  await dialog.getByText('"cacheRead": "1.25"').waitFor();
  await editor.fill('{ "input": ');
  await dialog.getByText('Not a valid JSON object').waitFor();
  assert.equal(await save.isDisabled(), true);
  await editor.fill('{ "input": "4", "output": "16", "sizes": { "big": "2" } }');
  await save.click();
  await dialog.getByText(/This card cannot be saved. Price of gpt-4o: sizes need a price to multiply/).waitFor();
  assert.match((await editor.textContent()) ?? '', /"big"/);
  await editor.fill('{ "input": "4", "output": "16" }');
  for (const part of ['offPeak', 'serviceTiers', 'next']) {
    await dialog.getByRole('button', { name: `Insert an example of ${part}` }).click();
  }
  await save.click();
  await dialog.waitFor({ state: 'detached' });

  // The draft was begun before the card was saved: it asks, and stands on top of it.
  const keep = page.getByRole('button', { name: 'Keep mine on top' });
  await keep.first().waitFor();
  while ((await keep.count()) > 0) await keep.first().click();
  assert.equal(await input(carded).inputValue(), '4');
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').first().waitFor();
  await page.reload();
  for (const [name, price] of [
    [model, '1.5'],
    [carded, '4'],
  ] as const) {
    await search.fill(name);
    assert.equal(await input(name).inputValue(), price);
  }

  await page.getByRole('button', { name: `Edit the card of ${carded}`, exact: true }).click();
  await dialog.getByText('"peakDays": "Mon-Fri"').first().waitFor();
  await dialog.getByRole('button', { name: 'Back to the shipped price' }).click();
  await page
    .getByRole('dialog', { name: `Sell ${carded} at the shipped price again?` })
    .getByRole('button', { name: 'Back to the shipped price' })
    .click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await input(carded).inputValue(), '2.5');
});

test('a model that is sold by the minute is added by its card', async () => {
  const { page } = person;
  await page.getByRole('button', { name: 'Add a model' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a model' });
  await adding.getByLabel('Model', { exact: true }).fill('harbour-voice');
  await adding.getByText('By card').click();
  await adding.getByRole('button', { name: 'Open the card' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the card of harbour-voice' });
  await dialog.getByRole('textbox', { name: 'Price card' }).fill('{ "perMinute": "0.006" }');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The card of harbour-voice was saved').waitFor();
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

test('a search keeps the focus, and a page behind the last one leads to the last', async () => {
  const { page } = person;
  await person.goTo('/user?page=9');
  await page.getByRole('row', { name: /root/ }).waitFor();
  const search = page.getByRole('searchbox');
  await search.fill('root');
  await search.press('Enter');
  await page.waitForURL(/keyword=root/);
  await settled(page);
  assert.equal(await search.evaluate((field) => field === document.activeElement), true);
});

test('the editor of a channel holds what the channel is now, and saves what was changed in it', async () => {
  const { page } = person;
  const { root } = gateway;
  const editor = page.getByRole('dialog', { name: 'Edit main' });
  const priority = editor.getByLabel('Priority');
  await person.goTo('/channel');
  await page.getByRole('button', { name: 'Edit main' }).click();
  await priority.waitFor();
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await editor.waitFor({ state: 'detached' });

  const inList = page.getByLabel('Priority of main');
  await inList.fill('40');
  await inList.press('Enter');
  await settled(page);
  await page.getByRole('button', { name: 'Edit main' }).click();
  await priority.waitFor();
  assert.equal(await priority.inputValue(), '40');

  // Somebody else changes it while the form is open.
  const List = Type.Object({ items: Type.Array(Type.Object({ id: Type.Integer(), priority: Type.Integer() })) });
  const read = async () => (await root.call('GET', '/api/channel/search?keyword=main', List)).items[0];
  const id = (await read())?.id;
  await root.call('PUT', '/api/channel/', Type.Unknown(), { id, priority: 41 });
  await editor.getByLabel('Weight').fill('3');
  await editor.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Channel updated').waitFor();
  assert.equal((await read())?.priority, 41);
});

test('the editor of a channel that is opened from that of another holds the other one', async () => {
  const { page } = person;
  await addChannel(gateway, { name: 'spare', models: [model] });
  await person.goTo('/channel');
  await page.getByRole('button', { name: 'Edit main' }).click();
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
  await name.waitFor();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Pages, actions, names of keys').fill('spare');
  await page.getByRole('option', { name: /spare/ }).click();
  await page.getByRole('dialog', { name: 'Edit spare' }).waitFor();
  await settled(page);
  assert.equal(await name.inputValue(), 'spare');
});

test('what is typed into the editor of a key outlasts a lost connection', async () => {
  const { context, page } = person;
  const { id } = await gateway.root.call('POST', '/api/token/', Type.Object({ id: Type.Integer() }), { name: 'mine' });
  await person.goTo(`/token?edit=${id}`);
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
  await name.fill('typed');
  // For two seconds an answer stands for the next one.
  await sleep(2_100);
  await context.setOffline(true);
  const read = page.waitForResponse(new RegExp(`/api/token/${id}$`));
  await context.setOffline(false);
  await read;
  await settled(page);
  assert.equal(await name.inputValue(), 'typed');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
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
