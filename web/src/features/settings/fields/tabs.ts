import type { OptionField, OptionSection, SettingsTab } from './field.ts';
import { operation } from './operation.ts';
import { other } from './other.ts';
import { payment } from './payment.ts';
import { seo } from './seo.ts';
import { system } from './system.ts';

/** The tabs of administrators, in order. */
export const tabs: readonly SettingsTab[] = [operation, system, other, payment, seo];

interface Place {
  readonly tab: SettingsTab;
  readonly section: OptionSection;
}

/** Every setting with its place. */
export const places: ReadonlyMap<string, Place & { readonly field: OptionField }> = new Map(
  tabs.flatMap((tab) =>
    tab.sections.flatMap((section) => section.fields.map((field) => [field.key, { tab, section, field }] as const)),
  ),
);

/** The section of a tab that an address names, by its own name or by that of a setting in it; else the first one. */
export function sectionAt(tab: SettingsTab, name: string): OptionSection | undefined {
  const named = tab.sections.find(({ id, fields }) => id === name || fields.some(({ key }) => key === name));
  return named ?? tab.sections[0];
}
