import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Locator } from 'playwright-core';
import { inShape, type Look, meet, openBrowser, type Person, settled } from './browser.ts';
import { type Gateway, rootPassword, startGateway } from './gateway.ts';

let browser: Browser;
let gateway: Gateway;
let person: Person;

before(async () => {
  [browser, gateway] = await Promise.all([openBrowser(), startGateway({ demo: true })]);
  person = await meet(browser, gateway.address);
  await person.signIn('root', rootPassword);
});
after(async () => {
  await browser?.close();
  await gateway?.stop();
});

/** Fails when the element does not come to hold the focus: what closes gives it back a frame later. */
async function holdsFocus(element: Locator, what: string): Promise<void> {
  for (const last = Date.now() + 5_000; ; await sleep(50)) {
    if (await element.evaluate((held) => held === document.activeElement)) return;
    assert.ok(Date.now() < last, `${what} does not have the focus.`);
  }
}

/** Buttons that open a form or a list, and the field that then takes what is typed. */
const openings: readonly (readonly [path: string, button: string, field?: string])[] = [
  ['/token', 'Create API key', 'Name'],
  ['/token', 'Edit mine'],
  ['/redemption', 'Create codes', 'Name'],
  ['/user', 'Add user', 'Username'],
  ['/channel', 'Add channel', 'Name'],
  ['/play', 'Get code'],
  ['/log?span=month', 'Filter', 'Key name'],
  ['/log?span=month&model=none', 'Save as view', 'Name of the view'],
  ['/setting?tab=operation#models', 'Import prices'],
  ['/setting?tab=personal&section=security', 'Change password', 'Current password'],
];

/** Of each kind one: what is there at once comes to be otherwise than what moves. */
const still = ['Create API key', 'Create codes', 'Add user', 'Save as view'];

const manners = openings.flatMap(([path, name, field]) => [
  { path, name, field, motion: 'no-preference' as const },
  ...(still.includes(name) ? [{ path, name, field, motion: 'reduce' as const }] : []),
]);
for (const { path, name, field, motion } of manners) {
  test(`by keys alone, motion ${motion}: ${name} at ${path} opens where one types, and Escape leads back to it`, async () => {
    const { page } = person;
    await page.emulateMedia({ reducedMotion: motion });
    await person.goTo(path);
    const button = page.getByRole('button', { name }).first();
    await button.press('Enter');
    const opened = page.locator('[role=dialog]:visible, .ant-popover:visible');
    await opened.waitFor();
    await settled(page);
    if (field !== undefined) await holdsFocus(opened.getByLabel(field, { exact: true }), field);
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'detached' });
    await holdsFocus(button, name);
  });
}

for (const [path, name, choice] of [
  ['/token', 'Ways to use mine', 'Set up an app or code…'],
  ['/setting?tab=operation#models', 'History', 'Imports, cards and resets'],
] as const) {
  test(`${choice} in the menu of ${name} leads back to the button`, async () => {
    const { page } = person;
    await person.goTo(path);
    const button = page.getByRole('button', { name }).first();
    await button.press('Enter');
    await page.getByRole('menuitem', { name: choice }).press('Enter');
    const opened = page.getByRole('dialog');
    await opened.waitFor();
    await settled(page);
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'detached' });
    await holdsFocus(button, name);
  });
}

for (const keys of ['Control+k', '?']) {
  test(`what ${keys} opens leads back to where one was`, async () => {
    const { page } = person;
    await person.goTo('/token');
    const button = page.getByRole('button', { name: 'Create API key' }).first();
    await button.focus();
    await page.keyboard.press(keys);
    await page.getByRole('dialog').waitFor();
    await settled(page);
    await page.keyboard.press('Escape');
    await holdsFocus(button, 'The button');
  });
}

test('what is found by its name in the palette opens with Enter', async () => {
  const { page } = person;
  await person.goTo('/token');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Pages, actions, names of keys').fill('demo prov');
  await page.getByRole('option', { name: 'Demo provider', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Edit Demo provider' }).waitFor();
});

for (const [path, field] of [
  ['/token', 'Search by name or whole key'],
  ['/pricing', 'Search models'],
  ['/audit', 'Search in what was done'],
  ['/setting', 'Find a setting'],
] as const) {
  test(`the key / at ${path} leads to the field ${field}`, async () => {
    const { page } = person;
    await person.goTo(path);
    await page.keyboard.press('/');
    await holdsFocus(page.getByLabel(field, { exact: true }), field);
  });
}

test('from right to left an amount within a sentence keeps its sign in front, and the table of users fits', async () => {
  const reader = await meet(browser, gateway.address, inShape.find(({ language }) => language === 'ar') as Look);
  const { page } = reader;
  await reader.signIn('root', rootPassword);
  await reader.goTo('/user');
  const hidden = await page
    .locator('.ant-table-content')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  assert.equal(hidden, 0, 'What is done with a user is out of sight.');

  await reader.goTo('/user/edit/2');
  const places = await page.getByText(/^الآن/).evaluate((element) => {
    const text = element.firstChild as Text;
    const leftOf = (at: number) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    };
    const sign = text.data.indexOf('$');
    return [leftOf(sign), leftOf(sign + 1)];
  });
  assert.ok(Number(places[0]) < Number(places[1]), `${places}`);
  await reader.close();
});

test('on a phone another page of a long list begins with its first row, and a calendar lies within the window', async () => {
  const reader = await meet(browser, gateway.address, inShape.find(({ name }) => name === 'phone') as Look);
  const { page } = reader;
  await reader.signIn('root', rootPassword);
  await reader.goTo('/log?span=month');
  await page.locator('.ant-pagination-item-2').click();
  await page.waitForURL(/page=2/);
  await settled(page);
  const { top, height } = await page.getByRole('region', { name: 'Usage log' }).evaluate((list) => {
    return { top: list.getBoundingClientRect().top, height: innerHeight };
  });
  assert.ok(top > 0 && top < height, `The list begins at ${top}.`);

  await reader.goTo('/token?edit=new');
  await page.getByLabel('Expires').click();
  const calendar = page.locator('.ant-picker-dropdown');
  await calendar.waitFor();
  const outside = await calendar.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return (
      left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || element.scrollWidth > element.clientWidth
    );
  });
  assert.equal(outside, false);
  await reader.close();
});

test('meanwhile the browser had nothing to complain about', () => person.close());
