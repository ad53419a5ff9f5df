import { isObject } from '../../dialects/json.ts';
import { parseJson } from '../../dialects/parse-json.ts';

const everywhere = 'global';
const regionPattern = /^[a-z0-9-]+$/;

/** Where a model is called: `other` names a region for all models, or as JSON one for each and a default. */
export function regionOf(other: string, model: string): string {
  const text = other.trim();
  const map = text.startsWith('{') ? parseJson(text) : undefined;
  const region = isObject(map) ? (map[model] ?? map.default) : text;
  return typeof region === 'string' && regionPattern.test(region) ? region : everywhere;
}

/** Google's host for a region. */
export function hostOf(region: string): string {
  if (region === everywhere) return 'https://aiplatform.googleapis.com';
  if (region === 'us' || region === 'eu') return `https://aiplatform.${region}.rep.googleapis.com`;
  return `https://${region}-aiplatform.googleapis.com`;
}
