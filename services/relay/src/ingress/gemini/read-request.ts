import { gemini } from '../../dialects/gemini/index.ts';
import { member } from '../../dialects/gemini/members.ts';
import { serviceTiers } from '../../dialects/gemini/service-tiers.ts';
import { isObject } from '../../dialects/json.ts';
import { badRequest } from '../../errors.ts';
import { type RelayRequest, requireInput } from '../relay-request.ts';
import type { RequestBody } from '../request-body.ts';
import { readTiers } from '../service-tier.ts';

const mostTokens = 2 ** 30;
const mostChoices = 8;

/** Reads and checks the fields of a request to generateContent. Throws a GatewayError (400) that names the field. */
export function readRequest(model: string, stream: boolean, body: RequestBody): RelayRequest {
  requireInput(body, 'contents', '["{', 'a non-empty array');
  const config = readConfig(body);
  return {
    operation: 'chat',
    dialect: gemini,
    body,
    model,
    stream,
    wantsUsage: true,
    maxTokens: readCount(config, 'maxOutputTokens', mostTokens),
    choices: readCount(config, 'candidateCount', mostChoices) ?? 1,
    tiers: readTiers(body, serviceTiers),
  };
}

function readConfig(body: RequestBody): Record<string, unknown> {
  const config = body.read('generationConfig') ?? body.read('generation_config') ?? {};
  if (!isObject(config)) throw badRequest('generationConfig must be an object.', 'generationConfig');
  return config;
}

function readCount(config: Record<string, unknown>, name: string, most: number): number | undefined {
  const value = member(config, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
  const field = `generationConfig.${name}`;
  throw badRequest(`${field} must be a whole number from 1 to ${most}.`, field);
}
