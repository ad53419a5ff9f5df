/**
 * Colours of series, in the order in which they are given out: neighbours differ in lightness as well as in hue, so that
 * they can be told apart without colour vision, and each stands out from the surface in light and dark.
 */
export const palette: readonly string[] = [
  'var(--ant-blue-6)',
  'var(--ant-orange-7)',
  'var(--ant-purple-7)',
  'var(--ant-cyan-7)',
  'var(--ant-magenta-6)',
  'var(--ant-green-8)',
  'var(--ant-gold-8)',
];

/** Everything that has no colour of its own. */
export const restColor = 'var(--ant-color-text-quaternary)';
