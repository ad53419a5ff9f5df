import { isObject } from '../../dialects/json.ts';
import { badRequest } from '../../errors.ts';
import type { RequestBody } from '../request-body.ts';

const prefix = 'advisor';
/** One of these stands in tools with an advisor: its name, or the escape of a letter of it. */
const traces = [prefix, '\\u00'].map((text) => Buffer.from(text));

/** Throws a GatewayError (400) for a tool that asks another model: what that one costs has no price here. */
export function refuseAdvisors(body: RequestBody): void {
  if (!traces.some((trace) => body.includes('tools', trace))) return;
  const tools = [body.read('tools')].flat();
  const at = tools.findIndex((tool) => isObject(tool) && String(tool.type).startsWith(prefix));
  if (at < 0) return;
  throw badRequest('Advisor tools are not offered here. Leave them out of tools.', `tools.${at}`);
}
