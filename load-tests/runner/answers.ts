import type { Upstream } from '@switchyard/testing/upstream';

/** How many answers with status 200 the upstream has given, with those that it has forgotten. */
export function countAnswers(upstream: Pick<Upstream, 'requests' | 'forgotten'>): number {
  const remembered = upstream.requests().filter(({ status }) => status === 200).length;
  return upstream.forgotten().reduce((sum, { completed, others }) => sum + completed + others, remembered);
}
