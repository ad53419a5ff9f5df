import type { UpstreamFormat } from './dialect.ts';

/** For formats that no client speaks: bytes are always translated, so nothing is edited or looked for in them. */
export const neverPassed: Pick<UpstreamFormat, 'editRequest' | 'marks'> = {
  editRequest() {},
  marks: { usage: 'usage', end: '', isEnd: () => false, complete: [] },
};
