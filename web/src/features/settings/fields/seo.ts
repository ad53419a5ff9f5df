import type { SettingsTab } from './field.ts';

export const seo: SettingsTab = {
  id: 'seo',
  title: 'settings:tab.seo',
  sections: [
    {
      id: 'search',
      title: 'settings:search',
      text: 'settings:search.text',
      needsOne: 'settings:search.needsOne',
      fields: [
        { key: 'SeoTitle', label: 'settings:SeoTitle', hint: 'settings:SeoTitle.hint' },
        { key: 'SeoDescription', label: 'settings:SeoDescription', hint: 'settings:SeoDescription.hint' },
        { key: 'SeoKeywords', label: 'settings:SeoKeywords', hint: 'settings:SeoKeywords.hint' },
      ],
    },
  ],
};
