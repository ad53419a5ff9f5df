import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCidrs } from '@switchyard/http';
import { openPicture } from './open-picture.ts';

const loopback = parseCidrs('127.0.0.0/8');
const worker = { url: 'http://127.0.0.1:9', key: 'k', allow: loopback };

for (const port of [22, 5432, 6379]) {
  for (const by of [undefined, worker]) {
    test(`a picture at port ${port}, where no web server listens, is not asked for${by ? ' by the worker' : ''}`, async () => {
      const address = `${by ? 'https://1.1.1.1' : 'http://127.0.0.1'}:${port}/picture.png`;
      const refused = { code: 'image_address_refused', status: 403 };
      await assert.rejects(openPicture(address, loopback, by), refused);
    });
  }
}
