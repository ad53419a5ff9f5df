import { ChannelSetting } from '@switchyard/contracts';
import { type Static, Type } from 'typebox';
import { Refusal, refuse } from '../../http/answer.ts';
import { readJson } from './json-fields.ts';

/** The contract is lenient towards newer fields; a person's typing mistake must not pass. */
const StrictSetting = Type.Object(
  {
    ...ChannelSetting.properties,
    timeouts: Type.Optional(
      Type.Object(ChannelSetting.properties.timeouts.properties, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
);
type Setting = Static<typeof StrictSetting>;

const example = '{"timeouts": {"connectMs": 5000, "firstByteMs": 60000}, "drain": true}';
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Nothing but visible characters, spaces and tabs (RFC 9110, section 5.5). */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const framingHeaders =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|keep-alive|proxy-.*|cookie)$/i;
const credentialHeaders = /^(authorization|x-api-key|api-key|x-goog-api-key)$/i;

/** Per-channel settings of the relay, from JSON text. Everything that is not known is refused. */
export function readSetting(text: string | null): Setting | Refusal {
  const setting = readJson('setting', text, StrictSetting, example);
  if (setting instanceof Refusal) return setting;
  return proxyProblem(setting.proxy) ?? headersProblem(setting.headers ?? {}) ?? setting;
}

function proxyProblem(proxy = ''): Refusal | undefined {
  if (proxy === '') return undefined;
  const url = URL.parse(proxy);
  if (!url || !/^https?:$/.test(url.protocol)) return refuse('setting: proxy must be an http or https address.');
  // Settings are shown to every administrator and are not sealed.
  if (url.username || url.password) return refuse('setting: proxy must not contain a username or password.');
  return undefined;
}

function headersProblem(headers: Record<string, string | null>): Refusal | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (!headerName.test(name)) return refuse(`setting: ${JSON.stringify(name)} is not a header name.`);
    if (framingHeaders.test(name)) return refuse(`setting: the header ${name} cannot be set.`);
    if (value === null) continue;
    if (!headerValue.test(value)) return refuse(`setting: the header ${name} has characters that cannot be sent.`);
    if (credentialHeaders.test(name) && !value.includes('{key}')) {
      return refuse(`setting: write {key} in the header ${name}; the key itself belongs in the field for the key.`);
    }
  }
  return undefined;
}
