import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultsOf, webAddress } from './results.ts';

test('a song gives the sound and the film of every clip', () => {
  const clip = (n: number) => ({
    title: `Clip ${n}`,
    audio_url: `https://songs.example/${n}.mp3`,
    video_url: `https://songs.example/${n}.mp4`,
    image_url: `https://songs.example/${n}.png`,
  });
  assert.deepEqual(
    resultsOf([clip(1), clip(2)]).map(({ kind, title }) => [kind, title]),
    [
      ['audio', 'Clip 1'],
      ['video', 'Clip 1'],
      ['audio', 'Clip 2'],
      ['video', 'Clip 2'],
    ],
  );
});

test('a clip that is not ready shows its cover', () => {
  assert.deepEqual(resultsOf([{ title: 'a', audio_url: '', image_url: 'https://songs.example/1.png' }]), [
    { kind: 'image', url: 'https://songs.example/1.png', title: 'a' },
  ]);
});

test('lyrics are text', () => {
  assert.deepEqual(resultsOf({ title: 'Rain', text: '[Verse]\nrain' }), [
    { kind: 'text', text: '[Verse]\nrain', title: 'Rain' },
  ]);
});

test('a video is found under each of its names', () => {
  const url = 'https://films.example/1.mp4';
  for (const data of [{ url }, { video_url: url }, { video: { url } }, { video: url }]) {
    assert.deepEqual(resultsOf(data), [{ kind: 'video', url, title: '' }]);
  }
});

test('only addresses of the web are followed', () => {
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'nothing', '', 7, null]) {
    assert.equal(webAddress(url), undefined);
    assert.deepEqual(resultsOf({ url, audio_url: url }), []);
  }
});

test('what holds nothing gives nothing', () => {
  for (const data of [null, undefined, 'text', 7, [], {}, [null]]) assert.deepEqual(resultsOf(data), []);
});
