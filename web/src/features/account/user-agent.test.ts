import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUserAgent } from './user-agent.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test('names the browser itself, not those it claims to be', () => {
  for (const [userAgent, browser, system, isPhone] of [
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`,
      'Edge',
      'Windows',
      false,
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/150.0.0.0 Safari/537.36`, 'Chrome', 'Linux', false],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Safari',
      'macOS',
      false,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0 Mobile/15E148 Safari/604.1',
      'Chrome',
      'iPhone',
      true,
    ],
    [
      `Mozilla/5.0 (Linux; Android 16; Pixel) ${webkit} Chrome/150.0.0.0 Mobile Safari/537.36 OPR/90.0`,
      'Opera',
      'Android',
      true,
    ],
    ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux', false],
    ['curl/8.9.1', 'curl', '', false],
    ['', '', '', false],
  ] as const) {
    assert.deepEqual(readUserAgent(userAgent), { browser, system, isPhone }, userAgent);
  }
});
