import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropSessionEcho, readSessionEcho } from './session-echo.ts';

const withCookies = (cookie: string) => Object.assign(globalThis, { document: { cookie } });

test('a cookie of the same name that a parent domain has set does not stand for ours', () => {
  for (const [cookies, echo] of [
    ['session=ct_a-b_c', 'ct_a-b_c'],
    ['session=%; session=ct_own; theme=dark', 'ct_own'],
    ['session=eyJhIjoxfQ', undefined],
    ['other_session=ct_other', undefined],
    ['', undefined],
  ] as const) {
    withCookies(cookies);
    assert.equal(readSessionEcho(), echo, cookies);
  }
});

test('the cookie is dropped with the attributes that it was set with', () => {
  for (const [isSecureContext, written] of [
    [true, 'session=; Path=/; Max-Age=0; SameSite=Strict; Secure'],
    [false, 'session=; Path=/; Max-Age=0; SameSite=Strict'],
  ] as const) {
    const page = withCookies('session=ct_own');
    Object.assign(globalThis, { window: { isSecureContext } });
    dropSessionEcho();
    assert.equal(page.document.cookie, written);
  }
});
