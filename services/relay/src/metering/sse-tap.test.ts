import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anthropicMessages } from '../dialects/anthropic-messages/index.ts';
import { gemini } from '../dialects/gemini/index.ts';
import { openaiChat } from '../dialects/openai-chat/index.ts';
import { type ByteText, decodeText } from '../egress/framing/byte-text.ts';
import { shareBytes } from './kept-events.ts';
import { SseTap } from './sse-tap.ts';

const event = (payload: object) => `data: ${JSON.stringify(payload)}\n\n`;
const content = (text: string, more: object = {}) =>
  event({ id: 'c', choices: [{ index: 0, delta: { content: text } }], ...more });
const usage = { prompt_tokens: 61, completion_tokens: 17, total_tokens: 78 };
const usageEvent = event({ id: 'c', choices: [], usage });

/** Recorded shapes, each with what a client that did not ask for usage must see. */
const streams: Record<string, { sent: string; seen: string; text: string; usage: boolean }> = {
  'as OpenAI sends it': {
    sent: `${content('Low ', { usage: null })}${content('tide — 潮', { usage: null })}${usageEvent}data: [DONE]\n\n`,
    seen: `${content('Low ', { usage: null })}${content('tide — 潮', { usage: null })}data: [DONE]\n\n`,
    text: 'Low tide — 潮',
    usage: true,
  },
  'without usage and without an end mark': {
    sent: content('16:40'),
    seen: content('16:40'),
    text: '16:40',
    usage: false,
  },
  'usage on the last chunk of content': {
    sent: `${content('a')}${content('b', { usage })}data: [DONE]\n\n`,
    seen: `${content('a')}${content('b', { usage })}data: [DONE]\n\n`,
    text: 'ab',
    usage: true,
  },
  'CRLF, comments and a text that looks like the end': {
    sent: `: ping\r\n\r\n${content('say [DONE]').replaceAll('\n', '\r\n')}${usageEvent.replaceAll('\n', '\r\n')}data: [DONE]\r\n\r\n`,
    seen: `: ping\r\n\r\n${content('say [DONE]').replaceAll('\n', '\r\n')}data: [DONE]\r\n\r\n`,
    text: 'say [DONE]',
    usage: true,
  },
  'a text that talks about usage': {
    sent: `${content('{"usage": {"prompt_tokens": 1}}')}${usageEvent}data: [DONE]\n\n`,
    seen: `${content('{"usage": {"prompt_tokens": 1}}')}data: [DONE]\n\n`,
    text: '{"usage": {"prompt_tokens": 1}}',
    usage: true,
  },
  'usage between two texts': {
    sent: `${content('a')}${usageEvent}${content('b')}data: [DONE]\n\n`,
    seen: `${content('a')}${content('b')}data: [DONE]\n\n`,
    text: 'ab',
    usage: true,
  },
  'no blank line after the last event': { sent: content('a').trimEnd(), seen: content('a'), text: 'a', usage: false },
};

const hideKey = (text: string) => text.replaceAll('sk-upstream', 'sk-…');
const open = (hideUsage: boolean, mostKeptBytes = shareBytes(1)) =>
  new SseTap(openaiChat, openaiChat, hideUsage, hideKey, () => mostKeptBytes);

function run(tap: SseTap, chunks: readonly Buffer[]): string {
  const passed = chunks.map((chunk) => tap.push(chunk) ?? '');
  return decodeText([...passed, tap.flush() ?? ''].join('') as ByteText);
}

for (const [name, stream] of Object.entries(streams)) {
  test(`a stream ${name} reads the same whole and cut at every byte`, () => {
    const bytes = Buffer.from(stream.sent);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const tap = open(true);
      assert.equal(run(tap, [bytes.subarray(0, cut), bytes.subarray(cut)]), stream.seen, `cut at ${cut}`);
      assert.equal(tap.text(), stream.text, `cut at ${cut}`);
      assert.deepEqual(tap.usage()?.completion, stream.usage ? 17 : undefined, `cut at ${cut}`);
    }
    const tap = open(true);
    assert.equal(
      run(
        tap,
        [...bytes].map((byte) => Buffer.from([byte])),
      ),
      stream.seen,
    );
  });
}

test('a client that asked for usage gets every byte as it came', () => {
  const { sent } = streams['as OpenAI sends it'] as { sent: string };
  assert.equal(run(open(false), [Buffer.from(sent)]), sent);
});

test('an error that comes late passes without the key that it quotes', () => {
  const error = event({ error: { message: 'Incorrect API key: sk-upstream — 潮' } });
  const hidden = error.replace('sk-upstream', 'sk-…');
  const sent = content('sk-upstream') + error;
  assert.equal(run(open(true), [Buffer.from(sent)]).endsWith(hidden), true);
  const bytes = Buffer.from(error);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const pieces = [Buffer.from(content('a')), bytes.subarray(0, cut), bytes.subarray(cut)];
    assert.equal(run(open(true), pieces), content('a') + hidden, `cut at ${cut}`);
  }
});

test('the end mark is kept back until the stream is flushed', () => {
  const tap = open(true);
  assert.equal(tap.push(Buffer.from('data: [DONE]\n\n')), undefined);
  assert.equal(tap.flush()?.toString(), 'data: [DONE]\n\n');
  assert.equal(tap.failure(), undefined);
});

test('bytes that are no UTF-8 pass as they are beside an event that is taken out', () => {
  const sent = Buffer.concat([
    Buffer.from(': '),
    Buffer.from([0xff, 0xfe]),
    Buffer.from(`\n\n${usageEvent}data: [DONE]\n\n`),
  ]);
  const tap = open(true);
  const passed = (tap.push(sent) ?? '') + (tap.flush() ?? '');
  assert.deepEqual(
    Buffer.from(passed, 'latin1'),
    Buffer.concat([sent.subarray(0, 6), Buffer.from('data: [DONE]\n\n')]),
  );
});

test('what stands behind the end mark stays behind it, however it was cut', () => {
  const sent = Buffer.from(`${content('a')}data: [DONE]\n\n${content('b')}`);
  for (let cut = 0; cut <= sent.length; cut++) {
    const tap = open(true);
    assert.equal(run(tap, [sent.subarray(0, cut), sent.subarray(cut)]), sent.toString(), `cut at ${cut}`);
  }
});

test('a stream that breaks off before its finish is a failure, and half an event is not passed on', () => {
  const finish = event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  const whole = open(true);
  run(whole, [Buffer.from(content('a') + finish)]);
  assert.equal(whole.failure(), undefined);
  const cut = open(true);
  assert.equal(run(cut, [Buffer.from(content('a') + content('b').slice(0, 20))]), content('a'));
  assert.equal(cut.failure()?.code, 'answer_cut_off');
  assert.equal(cut.failureSeen, false);
});

test('an error that the upstream sends first is seen before anything is passed on, one that comes late is not told twice', () => {
  const error = event({ error: { message: 'overloaded', type: 'server_error' } });
  const first = open(true);
  first.push(Buffer.from(error));
  assert.match(first.failure()?.message ?? '', /overloaded/);
  const late = open(true);
  assert.equal(run(late, [Buffer.from(content('a')), Buffer.from(error)]), content('a') + error);
  assert.match(late.failure()?.message ?? '', /overloaded/);
  assert.equal(late.failureSeen, true);
});

test('an error that comes late is a failure although the event says that the answer is finished', () => {
  const error = event({
    error: { code: 502, message: 'gone' },
    choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
  });
  const sent = [content('a'), content('b', { usage }), content('c'), error, 'data: [DONE]\n\n'];
  const tap = open(true);
  for (const piece of sent) {
    tap.push(Buffer.from(piece));
    assert.equal(tap.failure(), undefined, 'the client has to see what came before');
  }
  tap.flush();
  assert.match(tap.failure()?.message ?? '', /gone/);
  assert.equal(tap.failureSeen, true);
  assert.equal(tap.usageIsFinal, false);
  assert.equal(
    run(
      open(true),
      sent.map((piece) => Buffer.from(piece)),
    ),
    sent.join(''),
  );
});

test('an event that says that there is no error is none, and neither is a text about one', () => {
  const pieces = [content('{"error": {"message": "x"}}', { error: null }), content('b', { error: null })];
  const tap = open(true);
  const sent = `${pieces.join('')}data: [DONE]\n\n`;
  assert.equal(
    run(
      tap,
      [...pieces, 'data: [DONE]\n\n'].map((piece) => Buffer.from(piece)),
    ),
    sent,
  );
  assert.equal(tap.failure(), undefined);
});

test('comments and pings are no answer: an upstream that fails behind them can be replaced', () => {
  const ping = 'event: ping\ndata: {"type": "ping"}\n\n';
  const failed = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"busy"}}\n\n';
  const start = 'event: message_start\ndata: {"type":"message_start","message":{"content":[]}}\n\n';
  const claude = () => new SseTap(anthropicMessages, anthropicMessages, false, hideKey, () => shareBytes(1));
  const push = (tap: SseTap, text: string) => tap.push(Buffer.from(text));
  const failing = claude();
  for (const quiet of [': waiting\n\n', ping, ping + ping]) assert.equal(push(failing, quiet), undefined);
  push(failing, failed);
  assert.match(failing.failure()?.message ?? '', /busy/);
  assert.equal(failing.failureSeen, false);
  const answering = claude();
  push(answering, `: waiting\n\n${ping}`);
  assert.equal(push(answering, start), `: waiting\n\n${ping}${start}`);
  assert.equal(push(answering, ping), ping);
  const silent = claude();
  for (let second = 0; second < 10_000; second++) push(silent, ping);
  assert.ok((silent.flush()?.length ?? 0) < 70_000);
  assert.equal(silent.failure()?.code, 'answer_cut_off');
});

test('what says nothing stays where it stood, however it was cut', () => {
  const sent = Buffer.from(': a\n\ndata: [DONE]\n\n: b\n\n');
  for (let cut = 0; cut <= sent.length; cut++) {
    assert.equal(run(open(true), [sent.subarray(0, cut), sent.subarray(cut)]), sent.toString(), `cut at ${cut}`);
  }
});

test('an error without any event is seen', () => {
  const tap = new SseTap(gemini, gemini, false, hideKey, () => shareBytes(1));
  tap.push(Buffer.from('data: {"candidates":[{"content":{"parts":[{"text":"a"}]}}]}\r\n\r\n'));
  tap.push(Buffer.from('{\n  "error": {"code": 503, "message": "busy", "status": "UNAVAILABLE"}\n}\n'));
  tap.flush();
  assert.match(tap.failure()?.message ?? '', /busy/);
});

test('where there are several ends all that stands between them passes, and the newest event is kept back', () => {
  const part = (index: number, text: string, finishReason?: string) =>
    event({ candidates: [{ index, content: { parts: [{ text }] }, finishReason }] });
  const long = 'x'.repeat(60_000);
  const events = [part(0, 'a', 'STOP'), part(1, long), part(1, long), part(1, long, 'STOP'), part(2, 'b', 'STOP')];
  const tap = new SseTap(gemini, gemini, false, hideKey, () => shareBytes(1));
  const passed = events.map((sent) => tap.push(Buffer.from(sent)));
  assert.deepEqual(passed, [undefined, ...events.slice(0, -1)]);
  assert.equal(tap.flush(), events.at(-1));
  const once = new SseTap(gemini, gemini, false, hideKey, () => shareBytes(1));
  assert.equal(run(once, [Buffer.from(events.join(''))]), events.join(''));
});

test('an event without end is passed on in pieces and does not fill the memory', () => {
  const tap = open(true);
  const piece = Buffer.alloc(1_048_576, 'x');
  let passed = 0;
  for (let pieces = 0; pieces < 40; pieces++) passed += tap.push(piece)?.length ?? 0;
  assert.ok(passed > 16 * 1_048_576);
});

test('a long stream is counted whole although its bytes were let go', () => {
  const tap = open(true);
  for (let i = 0; i < 5_000; i++) tap.push(Buffer.from(content('word ')));
  assert.ok(Math.abs(tap.estimatedTokens() - 6_250) < 10);
  assert.equal(tap.text().length, 25_000);
});

test('a stream that is condensed again and again, or one of very many, is counted, charged and ended as it would have been', () => {
  const finish = event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  const error = event({ error: { message: 'overloaded', type: 'server_error' } });
  const words = Array.from({ length: 400 }, (_, index) => content(`word ${index} `));
  const streams: [name: string, events: string[], failure: string | undefined][] = [
    ['whole', [...words, finish, usageEvent], undefined],
    ['whole in two pieces', [content('a'), content('b'.repeat(50_000)) + finish], undefined],
    ['broken off', words, 'answer_cut_off'],
    ['failed', [...words, error], 'server_error'],
    ['failed in two pieces', [content('a'), content('b'.repeat(50_000)) + error], 'server_error'],
  ];
  for (const [name, events, failure] of streams) {
    const [kept, condensed, crowded] = [open(true), open(true), open(true, shareBytes(1e6))];
    for (const sent of events) {
      for (const tap of [kept, condensed, crowded]) tap.push(Buffer.from(sent));
      condensed.condense();
    }
    for (const tap of [kept, condensed, crowded]) tap.flush();
    for (const tap of [condensed, crowded]) {
      assert.deepEqual(seenOf(tap), seenOf(kept), name);
      assert.equal(tap.failure()?.code ?? tap.failure()?.type, failure, name);
    }
  }
});

function seenOf(tap: SseTap) {
  return {
    failure: tap.failure(),
    failureSeen: tap.failureSeen,
    usage: tap.usage(),
    usageIsFinal: tap.usageIsFinal,
    tokens: [tap.estimatedTokens(), tap.leastTokens()],
    cut: tap.cut(),
    text: tap.text(),
  };
}

test('the least that a stream has is one token an event, or one for five characters', () => {
  const tap = open(true);
  for (const text of ['a', 'understanding', '']) tap.push(Buffer.from(content(text)));
  assert.equal(tap.leastTokens(), 2);
  tap.push(Buffer.from(content('many words in one event '.repeat(10))));
  assert.equal(tap.leastTokens(), Math.floor((1 + 13 + 240) / 5));
});

test('an event with a picture in it is read whole, and its usage with it', () => {
  const tap = open(true);
  const bytes = Buffer.from(content('A'.repeat(5_000_000), { usage }) + usageEvent);
  for (let at = 0; at < bytes.length; at += 65_536) tap.push(bytes.subarray(at, at + 65_536));
  assert.equal(tap.usage()?.completion, 17);
  assert.equal(tap.text().length, 5_000_000);
});

test('an event of megabytes is parsed in no turn of its own, nor with what comes right behind it, and is not kept for long', () => {
  let parsed = 0;
  const format = { ...openaiChat, readOutput: () => String(parsed++).slice(1) };
  const openCounting = () => new SseTap(format, openaiChat, true, hideKey, () => shareBytes(1));
  const push = (tap: SseTap, text: string) => {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 16_384) tap.push(bytes.subarray(at, at + 16_384));
  };
  const picture = content('A'.repeat(3_000_000));
  const slow = openCounting();
  push(slow, content('a'.repeat(16_000)) + picture);
  push(slow, content('a') + usageEvent);
  slow.condense();
  assert.equal(parsed, 0);
  push(slow, content('a').repeat(1_000));
  assert.ok(parsed > 0, 'when as much as others came behind it');

  parsed = 0;
  const many = openCounting();
  push(many, picture);
  push(many, picture.slice(0, 2_500_000));
  assert.equal(parsed, 1, 'before the next one is whole');
  parsed = 0;
  const whole = openCounting();
  for (let count = 0; count < 10; count++) whole.push(Buffer.from(picture));
  assert.ok(parsed >= 6, 'where each comes in one piece');
});

test('usage and errors are found in an event of any length', () => {
  for (const length of [100, 300_000]) {
    const text = 'A "usage" of "error" '.repeat(length / 20);
    for (const told of [
      { error: null, usage },
      { usage, error: null },
    ]) {
      const telling = open(true);
      telling.push(Buffer.from(content(text, told)));
      assert.equal(telling.usage()?.completion, 17);
      assert.equal(telling.failure(), undefined);
    }
    const failing = open(true);
    failing.push(Buffer.from(event({ text, error: { message: 'overloaded' } })));
    assert.match(failing.failure()?.message ?? '', /overloaded/);
  }
});

test('what a host goes on sending behind the end mark does not fill the memory', () => {
  const tap = open(true);
  tap.push(Buffer.from(`${content('a')}data: [DONE]\n\n`));
  for (let i = 0; i < 10_000; i++) tap.push(Buffer.from(content('behind')));
  assert.ok((tap.flush()?.length ?? 0) < 70_000);
});
