export { Counter, Histogram, Registry } from '@prometheus-io/client';
export { LabelCap, otherLabel } from './label-cap.ts';
export type { Labels } from './labels.ts';
export { metricsRoute } from './metrics-route.ts';
export { type Readings, readCounter, readGauge } from './read-figure.ts';
export { readMetricsToken } from './read-metrics-token.ts';
export { sharedRead } from './shared-read.ts';
export { Tally } from './tally.ts';
export { TallyHistogram } from './tally-histogram.ts';
