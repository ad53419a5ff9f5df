import { type Patch, rewrite } from '../patch.ts';

/** Levels by model; models without any refuse the member. */
export const effort: Patch = (edit, target) => {
  const least = /^grok-4\.3/.test(target.model) ? 'none' : 'low';
  if (!/^grok-(4\.[3-9]|[5-9])/.test(target.model)) edit.remove('reasoning_effort');
  rewrite('reasoning_effort', (level) => {
    if (level === 'none') return least;
    if (level === 'minimal') return 'low';
    return level === 'xhigh' || level === 'max' ? 'high' : level;
  })(edit, target);
};
