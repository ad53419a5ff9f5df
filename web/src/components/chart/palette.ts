/**
 * Colours of series, in the order in which they are given out. Chosen among antd's palettes for both themes: each stands out
 * from the surface (3 to 1), and any two of them are apart (CIE76 of 14 and more) for every kind of colour vision.
 */
export const palette: readonly string[] = [
  'var(--ant-blue-6)',
  'var(--ant-orange-7)',
  'var(--ant-purple-8)',
  'var(--ant-cyan-8)',
  'var(--ant-magenta-6)',
  'var(--ant-lime-9)',
  'var(--ant-volcano-10)',
];

/** Everything that has no colour of its own. */
export const restColor = 'var(--ant-color-text-tertiary)';
