import { groupsOf, type Options } from '@switchyard/contracts';
import { type Refusal, refuse } from '../../../http/answer.ts';

/** The groups of a user as they are stored, names separated by commas; each must have a price factor (option GroupRatio). */
export function readGroups({ GroupRatio }: Options, text: string): string | Refusal {
  const names = groupsOf(text);
  const wrong = names.find((name) => !GroupRatio.has(name));
  if (wrong === undefined) return [...new Set(names)].join(',');
  return refuse(wrong === '' ? 'Please choose a group.' : `There is no group ${wrong}.`);
}
