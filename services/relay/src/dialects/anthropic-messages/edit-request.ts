import type { BodyEdit } from '../../providers/patch.ts';
import type { PassedCall } from '../dialect.ts';
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
  fitSampling(edit, capabilities);
  if (!thinks || edit.has('thinking')) return;
  const thinking = defaultThinking(capabilities, Number(edit.text('max_tokens')));
  if (thinking) edit.put('thinking', JSON.stringify(thinking));
}

/** Clients that know one list of settings for all models (NextChat) send them to each. */
function fitSampling(edit: BodyEdit, { sampling, samplingTogether }: Capabilities): void {
  if (!sampling) for (const key of ['temperature', 'top_p', 'top_k']) edit.remove(key);
  else if (!samplingTogether && edit.has('temperature')) edit.remove('top_p');
}
