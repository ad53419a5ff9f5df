import type { CaseClass } from '../case.ts';
import { consoleHttp, consoleSweep } from './console.ts';
import { relayBody, relayTranslated } from './relay-body.ts';
import { relayHttp, relaySlow } from './relay-http.ts';
import { relaySweep } from './relay-members.ts';
import { upstreamAnswers } from './upstream-answers.ts';

/** In the order in which they run. */
export const classes: readonly CaseClass[] = [
  relayHttp,
  relayBody,
  consoleHttp,
  relayTranslated,
  relaySweep,
  upstreamAnswers,
  relaySlow,
  consoleSweep,
];
