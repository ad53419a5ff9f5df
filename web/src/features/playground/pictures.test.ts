import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostPictures, withPictures } from './pictures.ts';

const picture = (name: string) => ({ name, type: 'image/png', data: '' });

test('pictures come to what the prompt is by then, and never more than it may have', () => {
  const prompt = { text: 'typed meanwhile', pictures: [picture('first')] };
  assert.deepEqual(withPictures(prompt, [picture('second')]), {
    text: 'typed meanwhile',
    pictures: [picture('first'), picture('second')],
  });
  const many = Array.from({ length: mostPictures }, (_, index) => picture(`more ${index}`));
  assert.equal(withPictures(prompt, many).pictures.length, mostPictures);
});
