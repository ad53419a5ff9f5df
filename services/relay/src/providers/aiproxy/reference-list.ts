import { asText, isObject } from '../../dialects/json.ts';

/** Sources of an answer as a Markdown list below it; '' when none has an address. */
export function referenceList(documents: unknown): string {
  const lines = (Array.isArray(documents) ? documents : [])
    .filter((document) => isObject(document) && typeof document.url === 'string' && document.url !== '')
    .map(({ title, url }, index) => `${index + 1}. [${escapeTitle(asText(title || url))}](${escapeUrl(url)})`);
  return lines.length === 0 ? '' : `\n\nReferences:\n\n${lines.join('\n')}`;
}

function escapeTitle(title: string): string {
  return title.replace(/[\\[\]]/g, '\\$&').replace(/\s+/g, ' ');
}

function escapeUrl(url: string): string {
  return url.replace(/[()\s]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
