import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeAwsFrame } from './aws-frames.ts';

test('a frame has the bytes and checksums of the known one', () => {
  const headers = { ':event-type': 'chunk', ':content-type': 'application/json', ':message-type': 'event' };
  const bytes = Buffer.from('{"type":"message_stop"}').toString('base64');
  assert.equal(
    writeAwsFrame(headers, { bytes, p: 'abc' }).toString('base64'),
    'AAAAkQAAAEtoSknRCzpldmVudC10eXBlBwAFY2h1bmsNOmNvbnRlbnQtdHlwZQcAEGFwcGxpY2F0aW9uL2pzb24NOm1lc3NhZ2UtdHlwZQcABWV2ZW50eyJieXRlcyI6ImV5SjBlWEJsSWpvaWJXVnpjMkZuWlY5emRHOXdJbjA9IiwicCI6ImFiYyJ9oa68mg==',
  );
});
