import type { TSchema } from 'typebox';
import { refuse } from './errors.ts';
import type { Reply } from './reply.ts';
import { wrongField } from './requests.ts';

/** 401 unless the key is one of `keys`, or any key at all when none are set. */
export function refuseKey(key: string, keys: ReadonlySet<string> | undefined): Reply | undefined {
  if (key && (!keys || keys.has(key))) return undefined;
  const shown = key.length > 8 ? `${key.slice(0, 3)}****${key.slice(-4)}` : '****';
  const message = key
    ? `Incorrect API key provided: ${shown}.`
    : "You didn't provide an API key. Send it in an Authorization header using Bearer auth.";
  return refuse({ status: 401, message, code: key ? 'invalid_api_key' : null });
}

export function refuseType(type = ''): Reply | undefined {
  if (/^application\/json\b/i.test(type)) return undefined;
  const message = `Unsupported content type: '${type}'. This API method only accepts 'application/json' requests.`;
  return refuse({ status: 400, message, code: 'unsupported_content_type' });
}

export function refuseBody(schema: TSchema, body: unknown): Reply | undefined {
  if (!body) return refuse({ status: 400, message: 'We could not parse the JSON body of your request.' });
  const wrong = wrongField(schema, body);
  if (!wrong) return undefined;
  const [what, code] = wrong.missing
    ? ['Missing required parameter', 'missing_required_parameter']
    : ['Invalid value', 'invalid_value'];
  return refuse({ status: 400, message: `${what}: '${wrong.param}'.`, param: wrong.param, code });
}
