import type { BodyEdit } from '../../providers/patch.ts';
import type { PassedCall, Warn } from '../dialect.ts';
import { type Capabilities, capabilitiesOf } from './capabilities.ts';
import { dropForeignThinking } from './drop-foreign-thinking.ts';
import { defaultThinking, splitModel } from './thinking.ts';

/**
 * A body that is passed on changes in its model, loses what others' models thought and settings of sampling that the model refuses,
 * and thinks when its model's name says so.
 */
export function editRequest(edit: BodyEdit, call: PassedCall): void {
  const { model, thinks } = splitModel(call.upstreamModel);
  if (model !== call.model) edit.put('model', JSON.stringify(model));
  dropForeignThinking(edit);
  const capabilities = capabilitiesOf(model);
  fitSampling(edit, capabilities, call.warn);
  if (!thinks || edit.has('thinking')) return;
  const thinking = defaultThinking(capabilities, Number(edit.text('max_tokens')));
  if (thinking) edit.put('thinking', JSON.stringify(thinking));
}

/** Clients that know one list of settings for all models (NextChat) send them to each. */
function fitSampling(edit: BodyEdit, { sampling, samplingTogether }: Capabilities, warn: Warn): void {
  if (!sampling)
    for (const key of ['temperature', 'top_p', 'top_k']) leaveOut(edit, key, 'this model allows none', warn);
  else if (!samplingTogether && edit.has('temperature')) leaveOut(edit, 'top_p', 'not together with temperature', warn);
}

function leaveOut(edit: BodyEdit, key: string, reason: string, warn: Warn): void {
  const text = edit.text(key);
  if (text === undefined) return;
  edit.remove(key);
  // 1 is what the model does anyway.
  if (text !== '1') warn(key, reason);
}
