import { isObject } from '../../dialects/json.ts';
import type { Amend } from '../amendment.ts';

/** Where reasoning is missed that the client did not send back, the model can go on without any. */
export const amend: Amend = ({ status, body, sent }) => {
  if (status !== 400 || !body.includes('reasoning_content')) return undefined;
  const { thinking } = sent();
  if (isObject(thinking) && thinking.type === 'disabled') return undefined;
  return { members: { thinking: { type: 'disabled' }, reasoning_effort: undefined } };
};
