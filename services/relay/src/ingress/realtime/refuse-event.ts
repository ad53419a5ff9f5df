import type { Json } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import { badRequest } from '../../errors.ts';
import { otherCase } from '../decisive-members.ts';
import { KnownNames } from '../known-names.ts';

/** Members of a client's event that hold the settings of a session or response, within each other. */
const holders = ['session', 'response', 'audio', 'input', 'transcription', 'input_audio_transcription'] as const;
/** `transcription` of the input of the audio of a session. */
const deepest = 4;
const decisive = new KnownNames([...holders, 'type', 'model']);

/**
 * Throws a GatewayError (400) for a client's event with settings in other letters than hosts tell them in, and for one that wants
 * another model for the session or a response than one of `models`: only that has a price here.
 */
export function refuseEvent(event: Json, models: readonly string[]): void {
  refuseOtherLetters(event);
  for (const holder of ['session', 'response']) {
    const settings = event[holder];
    const model = isObject(settings) ? settings.model : undefined;
    if (model === undefined || model === null || models.includes(model as string)) continue;
    throw badRequest('A session keeps its model. Connect again to talk with another.', `${holder}.model`);
  }
}

function refuseOtherLetters(settings: Json, depth = 0): void {
  for (const name of Object.keys(settings)) {
    const known = decisive.meant(name);
    if (known !== undefined) throw otherCase(name, known);
  }
  if (depth === deepest) return;
  for (const holder of holders) {
    const held = settings[holder];
    if (isObject(held)) refuseOtherLetters(held, depth + 1);
  }
}
