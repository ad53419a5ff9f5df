import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { type Look, meet, openBrowser, type Person, plain, settled } from './browser.ts';
import { type Gateway, rootPassword, startGateway } from './gateway.ts';
import { pages, visitorPages } from './pages.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Tests of every page as it looks: one gateway and one person for each look. */
export function examinePages(looks: readonly Look[]): void {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser?.close());
  for (const look of looks) describe(`in the look ${look.name}`, () => examineLook(() => browser, look));
}

function examineLook(browser: () => Browser, look: Look): void {
  // One gateway each: so many pages in a row are more calls than one person may make.
  let gateway: Gateway;
  let person: Person;
  let prepared = true;
  before(async () => {
    gateway = await startGateway({ demo: true });
    person = await meet(browser(), gateway.address, look);
  });
  after(async () => {
    await person?.context.close();
    await gateway?.stop();
  });

  for (const [index, { name, path, prepare }] of [...visitorPages, ...pages].entries()) {
    test(`${name} has no fault that axe finds, fits the window, and the browser has no complaint`, async () => {
      if (index === visitorPages.length) await person.signIn('root', rootPassword);
      // Each is loaded by its address once; in the other looks people come to it from the page before. What a page was made to show would stay.
      const fresh = look === plain || prepared;
      await (fresh ? person.goTo(path) : person.moveTo(path));
      prepared = prepare !== undefined;
      if (prepare) {
        await prepare(person.page);
        await settled(person.page);
      }
      assert.deepEqual(await faults(person.page, look.rules), []);
      assert.equal(await overflow(person.page), 0, 'The page is wider than the window.');
      assert.deepEqual(person.complaints.splice(0), []);
    });
  }
}

interface Axe {
  getRules(tags: string[]): { ruleId: string; tags: string[] }[];
  run(options: RunOptions): Promise<AxeResults>;
}

/** What breaks WCAG 2.2 A or AA, or axe's best practices, with the elements that do. */
export async function faults(page: Page, rules: Look['rules']): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate((rules) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // Without those of AAA, which nobody promised.
    const ofColour = axe
      .getRules(['cat.color'])
      .filter(({ tags }) => !tags.includes('wcag2aaa'))
      .map(({ ruleId }) => ruleId);
    return axe.run({
      // Descriptions of what is in order take a fifth of the time.
      resultTypes: ['violations'],
      ...(rules === 'of colour' && { runOnly: ofColour }),
      ...(rules === 'but of colour' && { rules: Object.fromEntries(ofColour.map((id) => [id, { enabled: false }])) }),
    });
  }, rules);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** By how many pixels the page can be scrolled sideways. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
