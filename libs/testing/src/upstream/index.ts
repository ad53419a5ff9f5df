export type { Behaviour } from './behaviour.ts';
export type { Rule } from './rules.ts';
export { type ForgottenAnswers, rememberedRequests, type UpstreamRequest } from './truth.ts';
export { startUpstream, type Upstream, type UpstreamOptions } from './upstream.ts';
