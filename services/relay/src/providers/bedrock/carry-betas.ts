import type { UpstreamCall } from '../provider.ts';

/** Betas of services that only Anthropic's own host has; Bedrock refuses a request that names one. */
const foreign =
  /^(claude-code|oauth|files-api|message-batches|mcp-client|code-execution|skills|web-fetch|fast-mode|fallback|thinking-binding)/;

/** Bedrock reads the betas of a request from its body, not from the header. */
export function carryBetas(call: UpstreamCall): UpstreamCall {
  const at = call.headers.findIndex((name, i) => i % 2 === 0 && name === 'anthropic-beta');
  if (at < 0) return call;
  const headers = call.headers.filter((_, i) => i !== at && i !== at + 1);
  const betas = (call.headers[at + 1] as string).split(',').map((beta) => beta.trim());
  const carried = betas.filter((beta) => beta !== '' && !foreign.test(beta));
  // A client that speaks Bedrock's way already has named them in the body.
  if (carried.length === 0 || call.body.includes('"anthropic_beta"')) return { ...call, headers };
  const brace = call.body.indexOf('{');
  const member = Buffer.from(`{"anthropic_beta":${JSON.stringify(carried)},`);
  return { ...call, headers, body: Buffer.concat([member, call.body.subarray(brace + 1)]) };
}
