import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { PoissonFigures, PoissonRun } from './poisson.ts';

/*
 * One run of poisson.ts, which says in BENCH_POISSON what is wanted, and reads the figures from the output. On sockets, without an HTTP
 * client: that would take more of the core than the upstream.
 */

/** So long requests are made before their waits count: the generator's own code is slow at first. */
const warmUpMs = 2_000;
/** Whoever is kept off the core for longer would begin in one burst what was meant to come bit by bit. */
const mostBehindMs = 100;

const { port, headers, body, perSecond, seconds } = JSON.parse(process.env.BENCH_POISSON as string) as PoissonRun;
const request = [
  'POST /v1/chat/completions HTTP/1.1',
  `host: 127.0.0.1:${port}`,
  'content-type: application/json',
  ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  `content-length: ${Buffer.byteLength(body)}`,
  '',
  body,
].join('\r\n');

const began = performance.now();
const countsFrom = began + warmUpMs;
let until = countsFrom + seconds * 1000;
const waits: number[] = [];
/** Connections with nothing on the way; as many are opened as requests overlap. */
const idle: ((intended: number) => void)[] = [];
let [intended, sent, answered] = [began + gapMs(), 0, 0];
let isWhole = true;
let failure: Error | undefined;
while (intended < until || answered < sent) {
  if (intended < until && performance.now() - intended > mostBehindMs) [isWhole, until] = [false, intended];
  while (intended < until && intended <= performance.now()) {
    sent++;
    (idle.pop() ?? openConnection())(intended);
    intended += gapMs();
  }
  await turn();
  if (failure) throw failure;
}
waits.sort((a, b) => a - b);
const microseconds = (part: number) => Math.round((waits[Math.floor(waits.length * part)] ?? Number.NaN) * 1000);
const figures: PoissonFigures = {
  isWhole,
  requests: answered,
  p50Microseconds: microseconds(0.5),
  p99Microseconds: microseconds(0.99),
};
process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit());

/** Until the next request of a Poisson process. */
function gapMs(): number {
  return (-Math.log(1 - Math.random()) * 1000) / perSecond;
}

function openConnection(): (intended: number) => void {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
  let answer = '';
  let answers = 0;
  let askedFor: number | undefined;
  const send = (at: number) => {
    [answer, askedFor] = ['', at];
    socket.write(request);
  };
  socket.on('data', (part: string) => {
    answer += part;
    if (askedFor === undefined || !isComplete(answer)) return;
    if (!answer.startsWith('HTTP/1.1 200')) failure = new Error(`A request was answered with ${answer}`);
    answered++;
    answers++;
    if (askedFor >= countsFrom) waits.push(performance.now() - askedFor);
    askedFor = undefined;
    idle.push(send);
  });
  let error = new Error('A connection was closed before its answer was there.');
  socket.on('error', (cause) => {
    error = cause;
  });
  // Some close connections that were quiet for seconds.
  socket.on('close', () => {
    if (askedFor === undefined) idle.splice(idle.indexOf(send), 1);
    // Its request and the end met on the way: whoever keeps connections asks once more (RFC 9112, section 9.3.1).
    else if (answers > 0 && answer === '') (idle.pop() ?? openConnection())(askedFor);
    else failure ??= error;
  });
  return send;
}

/** Of HTTP/1.1 (RFC 9112, section 6): by its length, or in chunks. */
function isComplete(answer: string): boolean {
  const headEnd = answer.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: *(\d+)\r\n/i.exec(answer.slice(0, headEnd + 2))?.[1];
  return length === undefined ? answer.endsWith('\r\n0\r\n\r\n') : answer.length >= headEnd + 4 + Number(length);
}
