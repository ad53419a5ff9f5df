import type { Patch } from '../patch.ts';
import { readApplication } from './application.ts';

/** Puts the question where this kind of application looks for it: chats have a member for it, forms a variable. */
export const asApplication: Patch = (edit, { credentials }) => {
  const { kind, input, inputs } = readApplication(credentials.other);
  if (kind === 'chat') {
    edit.put('inputs', JSON.stringify(inputs));
    return;
  }
  const query: unknown = JSON.parse(edit.text('query') ?? '""');
  edit.put('inputs', JSON.stringify({ ...inputs, [input]: query }));
  edit.remove('query');
  edit.remove('auto_generate_name');
};
