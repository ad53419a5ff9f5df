import type { Case } from '../case.ts';
import { ask, type Door, type FormPart, formOf, models, wave } from '../doors.ts';
import { exchange } from '../wire.ts';

/** Forms that are none, and too much of what a form may have. */
export function ofForm(door: Door): Case[] {
  const model: FormPart = { name: 'model', content: models.transcript };
  const sent = (
    row: string,
    body: Buffer | string,
    expected: number[],
    key: 'refused' | 'served' = 'refused',
  ): Case => ({
    row,
    door: door.name,
    shape: door.shape,
    expected,
    upstreamCalls: key === 'served' ? 1 : 0,
    send: (stage) => exchange(stage.relayUrl, [ask(door, { key: stage[key].key, body })]),
  });
  const form = (...parts: FormPart[]) => formOf(parts);
  const typed = (row: string, type: string): Case => ({
    ...sent(row, '', [400, 415]),
    send: (stage) =>
      exchange(stage.relayUrl, [
        ask(door, { key: stage.refused.key, body: form(model, wave), headers: [['content-type', type]] }),
      ]),
  });
  const name = (filename: string): FormPart => ({ ...wave, filename });
  return [
    sent(
      '10,000 parts',
      formOf(Array.from({ length: 10_000 }, (_, index) => ({ name: `x${index}`, content: 'x' }))),
      [413],
    ),
    sent('300 parts', formOf(Array.from({ length: 300 }, (_, index) => ({ name: `x${index}`, content: 'x' }))), [413]),
    sent('no file', form(model), [400]),
    sent('a file that is a text', form(model, { name: 'file', content: 'x' }), [400]),
    sent('an empty file', form(model, { ...wave, content: '' }), [400]),
    sent('two files', form(model, wave, wave), [400]),
    sent('two models', form(model, { name: 'model', content: 'dearer' }, wave), [400]),
    sent('a form that breaks off', form(model, wave).subarray(0, -20), [400]),
    sent(
      'a head of a part that breaks off',
      Buffer.from('--abuse-0123456789\r\ncontent-disposition: form-data; na'),
      [400],
    ),
    sent('a part without a name', Buffer.from('--abuse-0123456789\r\n\r\nx\r\n--abuse-0123456789--\r\n'), [400]),
    sent(
      'a megabyte of head of a part',
      Buffer.from(`--abuse-0123456789\r\nx: ${'y'.repeat(1_048_576)}\r\n\r\nx\r\n--abuse-0123456789--\r\n`),
      [400],
    ),
    sent('a megabyte of boundaries', Buffer.from('--abuse-0123456789\r\n'.repeat(50_000)), [413]),
    sent('a file called ../../etc/passwd', form(model, name('../../etc/passwd')), [200, 400], 'served'),
    sent('a file whose name has a NUL', form(model, name('a\u0000b.wav')), [200, 400], 'served'),
    sent('a file whose name is written from right to left', form(model, name('a\u202egpj.wav')), [200, 400], 'served'),
    sent('a file whose name is 100 kB', form(model, name(`${'a'.repeat(100_000)}.wav`)), [200, 400], 'served'),
    sent(
      'sound that is a program',
      form(model, { ...wave, content: Buffer.from('7f454c4602010100', 'hex') }),
      [200, 400],
      'served',
    ),
    sent('sound that says to be hours long', form(model, { ...wave, content: boastfulWave }), [200, 400], 'served'),
    typed('no boundary', 'multipart/form-data'),
    typed('an empty boundary', 'multipart/form-data; boundary='),
    typed('another boundary', 'multipart/form-data; boundary=other'),
    typed('a boundary of 10 kB', `multipart/form-data; boundary=${'b'.repeat(10_000)}`),
    typed('a boundary of signs', 'multipart/form-data; boundary="(.*)+\\\\"'),
    typed('multipart/mixed', 'multipart/mixed; boundary=abuse-0123456789'),
  ];
}

/** A head that names 4 GB of samples, and one sample. */
const boastfulWave = (() => {
  const { content } = wave;
  const bytes = Buffer.from(content).subarray(0, 46);
  bytes.writeUInt32LE(0xff_ff_ff_ff, 40);
  return bytes;
})();
