import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSecretKey, type OptionKey, optionDefinition } from '@switchyard/contracts';
import { places } from '../fields/tabs.ts';
import { isSaved, type OptionStates, optionState } from './draft.ts';
import { emptySection, missingFor, problemOf } from './problem.ts';

/** Settings with drafts, and secrets that are set. */
function statesWith(drafts: Partial<Record<OptionKey, string>>, secretsSet: readonly OptionKey[] = []): OptionStates {
  return new Map(
    [...places].map(([key, { field }]) => {
      const { kind, default: standard, role, range } = optionDefinition(field.key);
      const definition = {
        ...{ key, kind, default: standard, role, version: 0 },
        ...{ secret: isSecretKey(key), set: secretsSet.includes(field.key) },
        ...(range ? { minimum: range[0], maximum: range[1] } : {}),
      };
      const text = drafts[field.key];
      const draft = text === undefined ? undefined : { text, clear: false, base: '', version: 0 };
      return [key, optionState(field, definition, isSecretKey(key) ? '' : standard, draft)];
    }),
  );
}

function problem(key: OptionKey, states: OptionStates) {
  const state = states.get(key);
  assert.ok(state);
  return problemOf(state, states);
}

test('a payment provider is incomplete until all that it needs is filled in or saved', () => {
  const bare = problem('EnabledAirwallex', statesWith({ EnabledAirwallex: 'true' }));
  assert.equal(bare?.text, 'settings:airwallex.incomplete');
  assert.deepEqual(
    bare?.missing?.map(({ key }) => key),
    ['AirwallexClient_ID', 'AirwallexAPI_Key', 'ServerAddress'],
  );
  const drafts = { EnabledAirwallex: 'true', AirwallexClient_ID: 'id', ServerAddress: 'https://a.example' } as const;
  assert.equal(problem('EnabledAirwallex', statesWith(drafts, ['AirwallexAPI_Key'])), undefined);
});

test('the lifetime of a crypto payment has a complaint of its own', () => {
  for (const text of ['4', '721', '5.5', 'x']) {
    assert.equal(problem('LifeTime', statesWith({ LifeTime: text }))?.text, 'settings:LifeTime.complaint', text);
  }
  assert.equal(problem('LifeTime', statesWith({ LifeTime: '720' })), undefined);
});

test('what is not changed is not complained about', () => {
  assert.equal(problem('ServerAddress', statesWith({})), undefined);
});

test('a switch that saves at once needs what is saved, not what is typed', () => {
  const states = statesWith({ GitHubOAuthEnabled: 'true', GitHubClientId: 'typed' }, ['GitHubClientSecret']);
  const state = states.get('GitHubOAuthEnabled');
  assert.ok(state);
  const missing = missingFor(state, states, isSaved).map(({ key }) => key);
  assert.deepEqual(missing, ['GitHubClientId']);
});

test('of what search engines read one field must be filled in', () => {
  const section = places.get('SeoTitle')?.section;
  assert.ok(section);
  assert.equal(emptySection(section, statesWith({ SeoTitle: 'A gateway' })), undefined);
  assert.equal(emptySection(section, statesWith({})), undefined);
  const saved = optionState(section.fields[0] as never, undefined, 'old', {
    ...{ text: '', clear: false, base: 'old', version: 0 },
  });
  assert.equal(emptySection(section, new Map([['SeoTitle', saved]])), 'settings:search.needsOne');
});
