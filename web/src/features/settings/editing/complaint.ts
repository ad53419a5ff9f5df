import type { OptionDefinition } from '@switchyard/console/calls';
import type { TextKey } from '../../../lib/i18n.ts';
import { isNumberMap, isTextMap, parseJsonObject } from '../../../lib/json-text.ts';
import { readChats } from '../chats.ts';

export interface Complaint {
  readonly text: TextKey;
  readonly values?: Readonly<Record<string, number>>;
}

/** An address of any scheme, or a path on this site. The server knows which of them a setting takes. */
const address = /^(?:[a-z][a-z0-9+.-]*:\/\/|\/)\S+$/i;

/** Why a text cannot be sent; undefined when it can. The server judges again. */
export function complaintOf(
  { kind, minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: OptionDefinition,
  text: string,
): Complaint | undefined {
  const trimmed = text.trim();
  switch (kind) {
    case 'integer':
    case 'number': {
      const shape = kind === 'integer' ? /^\d{1,16}$/ : /^\d{1,12}(?:\.\d{1,6})?$/;
      if (!/^\d+(?:\.\d+)?$/.test(trimmed)) return { text: 'settings:complaint.number' };
      const fits = shape.test(trimmed) && Number(trimmed) >= minimum && Number(trimmed) <= maximum;
      if (fits) return undefined;
      const words = kind === 'integer' ? 'settings:complaint.integer' : 'settings:complaint.range';
      return { text: words, values: { least: minimum, most: maximum } };
    }
    case 'url':
      return trimmed === '' || address.test(trimmed) ? undefined : { text: 'settings:complaint.address' };
    case 'ratios':
    case 'texts':
      return mapComplaint(kind, trimmed);
    case 'links':
      return chatsComplaint(trimmed);
    default:
      return undefined;
  }
}

function chatsComplaint(text: string): Complaint | undefined {
  const links = readChats(text);
  if (links === undefined) return { text: 'common:json.invalid' };
  const isWhole = links.every((link) => link.name.trim() !== '' && address.test(link.address));
  return isWhole ? undefined : { text: 'settings:complaint.chats' };
}

function mapComplaint(kind: 'ratios' | 'texts', text: string): Complaint | undefined {
  const value = parseJsonObject(text);
  if (value === undefined) return { text: 'common:json.invalid' };
  if (kind === 'texts') return isTextMap(value) ? undefined : { text: 'common:json.texts' };
  return isNumberMap(value) ? undefined : { text: 'settings:complaint.ratios' };
}
