import type { BodyEdit } from '../../providers/patch.ts';
import type { PassedCall } from '../dialect.ts';
import { capabilitiesOf } from './capabilities.ts';
import { dropForeignThinking } from './drop-foreign-thinking.ts';
import { defaultThinking, splitModel } from './thinking.ts';

/** A body that is passed on changes in its model, loses what others' models thought, and thinks when its model's name says so. */
export function editRequest(edit: BodyEdit, call: PassedCall): void {
  const { model, thinks } = splitModel(call.upstreamModel);
  if (model !== call.model) edit.put('model', JSON.stringify(model));
  dropForeignThinking(edit);
  if (!thinks || edit.has('thinking')) return;
  const thinking = defaultThinking(capabilitiesOf(model), Number(edit.text('max_tokens')));
  if (thinking) edit.put('thinking', JSON.stringify(thinking));
}
