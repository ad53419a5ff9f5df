import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionOfButton, modelOf, readSimpleChange } from './action.ts';

for (const [customId, action] of [
  ['MJ::JOB::upsample::2::c0ffee', 'UPSCALE'],
  ['MJ::JOB::upsample_v6_2x_subtle::1::c0ffee::SOLO', 'UPSCALE'],
  ['MJ::JOB::video_virtual_upscale::1::c0ffee', 'UPSCALE'],
  ['MJ::JOB::variation::3::c0ffee', 'VARIATION'],
  ['MJ::JOB::high_variation::1::c0ffee::SOLO', 'HIGH_VARIATION'],
  ['MJ::JOB::low_variation::1::c0ffee::SOLO', 'LOW_VARIATION'],
  ['MJ::JOB::reroll::0::c0ffee::SOLO', 'REROLL'],
  ['MJ::JOB::pan_left::1::c0ffee::SOLO', 'PAN'],
  ['MJ::JOB::animate_high::1::c0ffee', 'VIDEO'],
  ['MJ::Outpaint::50::1::c0ffee::SOLO', 'ZOOM'],
  ['MJ::CustomZoom::c0ffee', 'CUSTOM_ZOOM'],
  ['MJ::Inpaint::1::c0ffee::SOLO', 'INPAINT'],
  ['MJ::Job::PicReader::1', 'IMAGINE'],
  ['MJ::Picread::Retry', 'DESCRIBE'],
  ['MJ::BOOKMARK::c0ffee', undefined],
  ['MJ::JOB', undefined],
  ['MJ', undefined],
  ['upsample', undefined],
  ['', undefined],
] as const) {
  test(`the button ${customId || '(empty)'} is ${action ?? 'none that has a price'}`, () => {
    assert.equal(actionOfButton(customId), action);
  });
}

for (const [content, expected] of [
  ['17 U1', { originId: '17', action: 'UPSCALE' }],
  ['17 v4', { originId: '17', action: 'VARIATION' }],
  ['  17   R ', { originId: '17', action: 'REROLL' }],
  ['17 U5', undefined],
  ['17 U', undefined],
  ['17 R1', undefined],
  ['U1', undefined],
  ['', undefined],
] as const) {
  test(`the short form "${content}" ${expected ? 'is understood' : 'is refused'}`, () => {
    assert.deepEqual(readSimpleChange(content), expected);
  });
}

test('an action is billed under a model, at a speed under its own', () => {
  assert.equal(modelOf('HIGH_VARIATION'), 'mj_high_variation');
  assert.equal(modelOf('IMAGINE', 'turbo'), 'mj_turbo_imagine');
  assert.equal(modelOf('SWAP_FACE', 'turbo'), 'swap_face');
});
