import type { Tone } from '../../../components/status-dot.tsx';
import type { TextKey } from '../../../lib/i18n.ts';

/** How each state is shown; a word that we do not know counts as unknown. */
export const statusWords = {
  SUCCESS: { tone: 'good', text: 'tasks:status.success' },
  NOT_START: { tone: 'quiet', text: 'tasks:status.notStarted' },
  SUBMITTED: { tone: 'quiet', text: 'tasks:status.submitted' },
  QUEUED: { tone: 'quiet', text: 'tasks:status.queued' },
  IN_PROGRESS: { tone: 'info', text: 'tasks:status.inProgress' },
  MODAL: { tone: 'warning', text: 'tasks:status.modal' },
  FAILURE: { tone: 'bad', text: 'tasks:status.failure' },
  CANCEL: { tone: 'quiet', text: 'tasks:status.cancelled' },
  UNKNOWN: { tone: 'warning', text: 'tasks:status.unknown' },
} as const satisfies Record<string, { tone: Tone; text: TextKey }>;

export function statusWord(status: string): { readonly tone: Tone; readonly text: TextKey } {
  if (status === '') return { tone: 'quiet', text: 'tasks:status.submitting' };
  const known: Readonly<Record<string, { tone: Tone; text: TextKey }>> = statusWords;
  return known[status] ?? statusWords.UNKNOWN;
}

/** What a task does; the proxy's own word where we have none. */
export const actionWords: Readonly<Record<string, TextKey>> = {
  MUSIC: 'tasks:action.music',
  LYRICS: 'tasks:action.lyrics',
  GENERATE: 'tasks:action.generate',
  REMIX: 'tasks:action.remix',
  IMAGINE: 'tasks:action.imagine',
  UPSCALE: 'tasks:action.upscale',
  VARIATION: 'tasks:action.variation',
  HIGH_VARIATION: 'tasks:action.highVariation',
  LOW_VARIATION: 'tasks:action.lowVariation',
  REROLL: 'tasks:action.reroll',
  PAN: 'tasks:action.pan',
  ZOOM: 'tasks:action.zoom',
  CUSTOM_ZOOM: 'tasks:action.zoom',
  INPAINT: 'tasks:action.inpaint',
  EDITS: 'tasks:action.edits',
  VIDEO: 'tasks:action.generate',
  BLEND: 'tasks:action.blend',
  DESCRIBE: 'tasks:action.describe',
  SHORTEN: 'tasks:action.shorten',
  UPLOAD: 'tasks:action.upload',
  SWAP_FACE: 'tasks:action.swapFace',
  MODAL: 'tasks:action.modal',
};

export const platformWords: Readonly<Record<string, TextKey>> = {
  suno: 'tasks:platform.suno',
  video: 'tasks:platform.video',
  midjourney: 'tasks:platform.midjourney',
};
