import type { TextKey } from '../../lib/i18n.ts';

export const sectionIds = ['profile', 'security', 'bindings', 'notices', 'invitations', 'appearance'] as const;
export type SectionId = (typeof sectionIds)[number];

export const sectionTitles: Record<SectionId, TextKey> = {
  profile: 'account:section.profile',
  security: 'account:section.security',
  bindings: 'account:section.bindings',
  notices: 'account:section.notices',
  invitations: 'account:section.invitations',
  appearance: 'account:section.appearance',
};

const parameter = 'section';

/** The section that the address names. */
export function readSection(search: URLSearchParams): SectionId | undefined {
  const wanted = search.get(parameter);
  return sectionIds.find((id) => id === wanted);
}

/** The same address with another section, or with none. */
export function withSection(search: URLSearchParams, id: SectionId | undefined): string {
  const next = new URLSearchParams(search);
  if (id === undefined) next.delete(parameter);
  else next.set(parameter, id);
  return next.size === 0 ? '' : `?${next}`;
}
