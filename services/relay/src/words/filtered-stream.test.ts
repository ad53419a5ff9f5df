import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anthropicMessages } from '../dialects/anthropic-messages/index.ts';
import type { StreamPart } from '../dialects/canonical.ts';
import type { Answer, ClientDialect, UpstreamDialect } from '../dialects/dialect.ts';
import { gemini } from '../dialects/gemini/index.ts';
import { openaiChat } from '../dialects/openai-chat/index.ts';
import { openaiResponses } from '../dialects/openai-responses/index.ts';
import { PartCollector } from '../dialects/part-collector.ts';
import { type ByteText, decodeText } from '../egress/framing/byte-text.ts';
import { sse } from '../egress/framing/sse.ts';
import { SseTap } from '../metering/sse-tap.ts';
import { buildAutomaton } from './automaton.ts';
import { FilteredStream } from './filtered-stream.ts';
import { fold } from './fold.ts';

const dialects: readonly (ClientDialect & UpstreamDialect)[] = [openaiChat, openaiResponses, anthropicMessages, gemini];

const answer: Answer = {
  requestId: 'r',
  createdAt: 1_800_000_000,
  model: 'm',
  promptTokens: 5,
  wantsUsage: true,
  request: {},
};

/** A stream of a dialect in which a model thinks, says these texts and calls a tool. */
function streamOf(dialect: ClientDialect, texts: readonly string[], thoughts: readonly string[] = []): string {
  const usage = { prompt: 5, completion: 7, cacheRead: 0, cacheWrite: 0 };
  const parts: StreamPart[] = [
    { type: 'start', id: 'id', model: 'm' },
    { type: 'reasoning-start', id: 't' },
    ...thoughts.map((text): StreamPart => ({ type: 'reasoning-delta', id: 't', text })),
    { type: 'reasoning-end', id: 't' },
    { type: 'text-start', id: 'a' },
    ...texts.map((text): StreamPart => ({ type: 'text-delta', id: 'a', text })),
    { type: 'text-end', id: 'a' },
    { type: 'tool-input-start', id: 'call_1', name: 'look' },
    { type: 'tool-input-delta', id: 'call_1', text: '{"place":"nowhere"}' },
    { type: 'tool-input-end', id: 'call_1' },
    { type: 'finish', finishReason: { unified: 'tool-calls', raw: 'tool_calls' }, usage },
  ];
  const writer = dialect.writeStream(answer);
  return parts.map((part) => writer.write(part)).join('');
}

interface Settings {
  readonly words: readonly string[];
  readonly stops?: boolean;
  readonly mostHeld?: number;
}

/** What a client gets of a stream that arrives in these chunks. */
function filtered(
  dialect: ClientDialect & UpstreamDialect,
  chunks: readonly Buffer[],
  { words, stops = false, mostHeld = 0 }: Settings,
): string {
  const rule = { words: buildAutomaton(words.map(fold)), stops, mostHeld };
  const tap = new FilteredStream(new SseTap(dialect, dialect, false, String, () => 65_536), rule, dialect);
  let passed = '';
  for (const chunk of chunks) {
    passed += tap.push(chunk) ?? '';
    if (tap.stopped) return decodeText((passed + tap.cut()) as ByteText);
  }
  return decodeText((passed + (tap.flush() ?? '')) as ByteText);
}

/** The same wherever the stream is cut; answers it. */
function filteredAnyhow(dialect: ClientDialect & UpstreamDialect, stream: string, settings: Settings): string {
  const bytes = Buffer.from(stream);
  const whole = filtered(dialect, [bytes], settings);
  const ids = /(?:resp_)?[0-9a-f]{32}/g;
  for (let cut = 1; cut < bytes.length; cut++) {
    const cutHere = filtered(dialect, [bytes.subarray(0, cut), bytes.subarray(cut)], settings);
    assert.equal(cutHere.replace(ids, 'id'), whole.replace(ids, 'id'), `cut at byte ${cut}`);
  }
  return whole;
}

/** What the client reads: the answer, and how it ended. */
function read(dialect: UpstreamDialect, events: string) {
  const decoder = sse.decoder();
  const reader = dialect.readStream();
  const collector = new PartCollector();
  for (const frame of [...decoder.push(Buffer.from(events)), ...decoder.end()])
    for (const part of reader.read(frame)) collector.add(part);
  for (const part of reader.end()) collector.add(part);
  assert.equal(collector.error(), undefined);
  const { parts, finishReason } = collector.result();
  const textOf = (type: string) =>
    parts.map((part) => (part.type === type && 'text' in part ? part.text : '')).join('');
  const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [JSON.parse(part.arguments)] : []));
  return { text: textOf('text'), thought: textOf('reasoning'), calls, finish: finishReason.unified };
}

for (const dialect of dialects) {
  describe(dialect.name, () => {
    test('a stream without words passes byte for byte, also where one might have begun', () => {
      const stream = streamOf(dialect, ['It is for', ' you, for', 'mally.'], ['hm', 'm']);
      assert.equal(filteredAnyhow(dialect, stream, { words: ['forbidden', 'mmmm'] }), stream);
    });

    test('words are masked in what is said, thought and called with, also across events', () => {
      const stream = streamOf(dialect, ['It is For', 'BID', 'den, for', ' you.'], ['so for', 'bidden']);
      const { text, thought, calls, finish } = read(
        dialect,
        filteredAnyhow(dialect, stream, { words: ['forbidden', 'nowhere'] }),
      );
      assert.equal(text, 'It is *********, for you.');
      assert.equal(thought, 'so *********');
      assert.deepEqual(calls, [{ place: '*******' }]);
      assert.equal(finish, 'tool-calls');
    });

    test('what is masked piece by piece is nowhere told whole', () => {
      const stream = streamOf(dialect, ['It is for', 'bidden.']);
      assert.ok(!/forbidden/.test(filtered(dialect, [Buffer.from(stream)], { words: ['forbidden'] })));
    });

    test('a stream is ended before the first word, as filtered, and nothing follows', () => {
      const stream = streamOf(dialect, ['It is for', 'bidden to', ' say.'], ['hm']);
      const events = filteredAnyhow(dialect, stream, { words: ['bidden', 'forbidden'], stops: true });
      const { text, thought, calls, finish } = read(dialect, events);
      assert.deepEqual(
        { text, thought, calls, finish },
        {
          text: 'It is ',
          thought: 'hm',
          calls: [],
          finish: 'content-filter',
        },
      );
    });

    test('a word at the very beginning leaves an empty answer that was filtered', () => {
      const stream = streamOf(dialect, ['bad']);
      const { text, finish } = read(dialect, filtered(dialect, [Buffer.from(stream)], { words: ['bad'], stops: true }));
      assert.deepEqual([text, finish], ['', 'content-filter']);
    });

    test('no more events are held back than the operator allows', () => {
      const stream = Buffer.from(streamOf(dialect, ['a', 'b', 'c', 'd', 'e', '.']));
      const textWith = (settings: object) => {
        const { text, finish } = read(dialect, filtered(dialect, [stream], { words: ['abcde'], ...settings }));
        return [text, finish];
      };
      assert.deepEqual(textWith({ mostHeld: 2 }), ['ab***.', 'tool-calls']);
      assert.deepEqual(textWith({ mostHeld: 5 }), ['*****.', 'tool-calls']);
      assert.deepEqual(textWith({ mostHeld: 2, stops: true }), ['ab', 'content-filter']);
    });
  });
}

test('answers that come side by side are looked through each by itself', () => {
  const chunk = (index: number, content: string) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index, delta: { content } }] })}\n\n`;
  const stream = `${chunk(0, 'ba')}${chunk(1, 'x')}${chunk(0, 'd')}${chunk(1, 'bad')}data: [DONE]\n\n`;
  const masked = `${chunk(0, '**')}${chunk(1, 'x')}${chunk(0, '*')}${chunk(1, '***')}data: [DONE]\n\n`;
  assert.equal(filteredAnyhow(openaiChat, stream, { words: ['bad'] }), masked);
});

test('members that say nothing do not part a word', () => {
  const chunk = (text: string) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: '', reasoning_content: text } }] })}\n\n`;
  const stream = `${chunk('ba')}${chunk('d')}data: [DONE]\n\n`;
  assert.equal(filteredAnyhow(openaiChat, stream, { words: ['bad'] }), `${chunk('**')}${chunk('*')}data: [DONE]\n\n`);
});

test('an event that holds the word and the end of the answer ends nothing but by the filter', () => {
  const event = (payload: object) => `data: ${JSON.stringify(payload)}\n\n`;
  const chat = event({ choices: [{ index: 0, delta: { content: 'so bad' }, finish_reason: 'stop' }] });
  const part = { role: 'model', parts: [{ text: 'so bad' }] };
  const google = event({ candidates: [{ index: 0, content: part, finishReason: 'STOP' }] });
  for (const [dialect, stream, finishes] of [
    [openaiChat, `${chat}data: [DONE]\n\n`, [null, 'content_filter']],
    [gemini, google, ['BLOCKLIST']],
  ] as const) {
    const events = filtered(dialect, [Buffer.from(stream)], { words: ['bad'], stops: true });
    assert.equal(read(dialect, events).text, 'so ');
    const told = [...events.matchAll(/"finish(?:_r|R)eason":(null|"\w+")/g)].map(([, finish]) =>
      JSON.parse(finish ?? ''),
    );
    assert.deepEqual(told, finishes);
  }
});

test('nothing passes that came after the beginning of the word', () => {
  const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
  const stream = Buffer.from(`${chunk('so b')}: ping\n\n${chunk('ad')}data: [DONE]\n\n`);
  const events = filtered(openaiChat, [stream], { words: ['bad'], stops: true });
  assert.ok(events.startsWith(chunk('so ').replace('}}]', '},"finish_reason":null}]')), events);
  assert.ok(!events.includes('ping'));
});

test('what is told of each token beside a text goes with its words', () => {
  const chunk = (token: string) => ({
    choices: [{ index: 0, delta: { content: token }, logprobs: { content: [{ token, logprob: -0.1, bytes: [98] }] } }],
  });
  const delta = (token: string) => ({
    type: 'response.output_text.delta',
    item_id: 'msg_1',
    content_index: 0,
    delta: token,
    logprobs: [{ token, logprob: -0.1 }],
  });
  const candidate = (text: string) => ({
    candidates: [{ index: 0, content: { parts: [{ text }] }, logprobsResult: { chosenCandidates: [{ token: text }] } }],
  });
  for (const [dialect, write] of [
    [openaiChat, chunk],
    [openaiResponses, delta],
    [gemini, candidate],
  ] as const) {
    const stream = ['fine ', 'unspeak', 'able'].map((token) => `data: ${JSON.stringify(write(token))}\n\n`).join('');
    for (const stops of [false, true]) {
      const events = filtered(dialect, [Buffer.from(stream)], { words: ['unspeakable'], stops });
      assert.ok(events.startsWith(`data: ${JSON.stringify(write('fine '))}\n\n`), events);
      assert.ok(!/unspeak|able/.test(events), events);
    }
  }
});
