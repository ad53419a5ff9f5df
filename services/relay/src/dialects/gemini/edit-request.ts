import type { BodyEdit } from '../../providers/patch.ts';

/** The address names the model. Google keeps what is asked and answered unless told not to. */
export function editRequest(edit: BodyEdit): void {
  edit.remove('model');
  if (!edit.has('store')) edit.put('store', 'false');
}
