import type { Case } from '../case.ts';
import { ask, type Door, doors } from '../doors.ts';
import { whole } from '../odd/answer-bytes.ts';
import type { OddAnswer } from '../odd-host.ts';
import { bytesOnlyModel, type Stage } from '../stage.ts';
import { exchange } from '../wire.ts';

/** Where a file may not be read from. */
const inside = [
  'http://169.254.169.254/latest/meta-data/',
  'http://0.0.0.0/',
  'http://[::]/',
  'http://[::ffff:7f00:1]/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://127.1/',
  'http://localhost/',
  'http://user:pass@198.51.100.1/',
  'http://127.0.0.1:22/',
  'http://127.0.0.1:6379/',
  'http://[fe80::1%25eth0]/',
  'http://',
  'https://exa mple.test/',
];

/** Answers that are no file for a model. */
const noFiles: Readonly<Record<string, OddAnswer>> = {
  'an SVG': whole('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'),
  'a page of HTML': whole('<script>alert(1)</script>', 'text/html'),
  'without a type': whole('x', ''),
  'sent elsewhere': whole('', 'image/png', '302 Found', 'location: http://127.0.0.1/\r\n'),
  'not there': whole('x', 'image/png', '404 Not Found'),
};
const longFile = whole(Buffer.alloc(21 * 1_048_576), 'image/png');

/** Files by their address, for a host that takes them as bytes alone. */
export function ofFiles(): Case[] {
  const ways: Readonly<Record<string, (url: string) => unknown>> = {
    chat: (url) => [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
    responses: (url) => [{ role: 'user', content: [{ type: 'input_image', image_url: url }] }],
    messages: (url) => [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url } }] }],
    gemini: (url) => [{ role: 'user', parts: [{ fileData: { fileUri: url, mimeType: 'image/png' } }] }],
  };
  return Object.entries(ways).flatMap(([name, of]) => {
    const door = doors.find((one) => one.name === name) as Door;
    const asked = (stage: Stage, url: string) =>
      exchange(stage.relayUrl, [
        ask(door, { key: stage.refused.key, model: bytesOnlyModel, change: { [door.prompt?.member ?? '']: of(url) } }),
      ]);
    const one = (row: string, url: string, upstreamCalls = 0): Case => ({
      row,
      door: name,
      shape: door.shape,
      expected: [400],
      upstreamCalls,
      send: (stage) => asked(stage, url),
    });
    const read = (row: string, answer: OddAnswer, expected = 400): Case => ({
      row,
      door: name,
      shape: door.shape,
      expected: [expected],
      send: (stage) => {
        stage.files.answer('file', answer);
        return asked(stage, `${stage.files.url}/file`);
      },
    });
    return [
      ...Object.entries(noFiles).map(([what, answer]) => read(`a picture that is ${what}`, answer)),
      read('a picture of 21 MiB', longFile, door.shape === 'gemini' ? 400 : 413),
      ...inside.map((url) => one(`a picture at ${url}`, url)),
      // Nobody reads these here: the host is told what it was given, and refuses it.
      ...['file:///etc/passwd', 'gopher://127.0.0.1:70/1', 'ftp://127.0.0.1/x', 'javascript:alert(1)'].map((url) =>
        one(`a picture at ${url}`, url, 1),
      ),
      one('a data URL that is none', 'data:image/png;base64,@@@', 1),
      one('a data URL without a comma', 'data:image/png;base64', 1),
    ];
  });
}
