import type { Patch } from '../patch.ts';

/** What the models of before are now: how hard the one model tries. */
const presetOf: Readonly<Record<string, string | undefined>> = {
  sonar: undefined,
  'sonar-pro': 'fast',
  'sonar-reasoning-pro': 'low',
  'sonar-deep-research': 'high',
};

/** The model is always named: a preset alone may choose another vendor's. */
export const presets: Patch = (edit, { model }) => {
  if (!Object.hasOwn(presetOf, model)) return;
  edit.put('model', '"perplexity/sonar"');
  const preset = presetOf[model];
  if (preset !== undefined) edit.put('preset', JSON.stringify(preset));
};
