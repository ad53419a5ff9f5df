import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeVideoHost, fakeVideoHost } from '@switchyard/testing/hosts/video';
import OpenAI from 'openai';
import type { Browser } from 'playwright-core';
import { Type } from 'typebox';
import { inShape, meet, openBrowser } from './browser.ts';
import { type Gateway, rootPassword, startGateway } from './gateway.ts';

const width = 160;
const Tokens = Type.Object({ items: Type.Array(Type.Object({ id: Type.Integer() })) });
const Key = Type.Object({ key: Type.String() });
const Tasks = Type.Object({ items: Type.Array(Type.Object({ task_id: Type.String(), status: Type.String() })) });

let browser: Browser;
let gateway: Gateway;
let host: FakeVideoHost;
before(async () => {
  [browser, gateway] = await Promise.all([openBrowser(), startGateway()]);
  host = await fakeVideoHost('sk-films', { type: 'video/webm', bytes: await film() });
});
after(async () => {
  await browser?.close();
  await Promise.all([gateway?.stop(), host?.close()]);
});

/** A second of a square that changes its colour, as the browser records it. */
async function film(): Promise<Buffer> {
  const page = await browser.newPage();
  const text = await page.evaluate(async (size) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
    const brush = canvas.getContext('2d') as CanvasRenderingContext2D;
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let hue = 0; hue < 360; hue += 36) {
      brush.fillStyle = `hsl(${hue} 80% 50%)`;
      brush.fillRect(0, 0, size, size);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  }, width);
  await page.close();
  return Buffer.from(text, 'latin1');
}

test('a video that its host hands out by key alone plays in the console, from right to left and on a phone', async () => {
  const { root, address } = gateway;
  await root.call('POST', '/api/channel/', Type.Unknown(), {
    type: 1,
    name: 'films',
    key: 'sk-films',
    base_url: host.url,
    models: 'sora-2',
    group: 'default',
  });
  await root.call('POST', '/api/token/', Type.Unknown(), { name: 'mine', unlimited_quota: true });
  const [token] = (await root.call('GET', '/api/token/?p=0&size=1', Tokens)).items;
  const { key } = await root.call('POST', `/api/token/${token?.id}/key`, Key);
  const { models, videos } = new OpenAI({ apiKey: key, baseURL: `${address}/v1` });
  // The relay hears of the channel in a moment.
  while ((await models.list()).data.length === 0) await sleep(100);
  const { id } = await videos.create({ model: 'sora-2', prompt: 'a red fox runs' });
  Object.assign(host.videos.get(id) ?? {}, { status: 'completed', progress: 100 });
  const isFinished = async () => (await root.call('GET', '/api/task/self', Tasks)).items[0]?.status === 'SUCCESS';
  while (!(await isFinished())) await sleep(250);

  for (const look of inShape) {
    const person = await meet(browser, address, look);
    await person.signIn('root', rootPassword);
    await person.goTo('/task');
    await person.page.getByText(id).first().click();
    const video = person.page.locator('video');
    const shown = await video.evaluate(async (player: HTMLVideoElement) => {
      player.muted = true;
      await player.play();
      const { left, right } = player.getBoundingClientRect();
      return { pixels: player.videoWidth, fits: left >= 0 && right <= window.innerWidth };
    });
    assert.deepEqual(shown, { pixels: width, fits: true }, look.name);
    await person.close();
  }
});
