import type { SettingsTab } from './field.ts';

/** How the installation looks and what it says. */
export const other: SettingsTab = {
  id: 'other',
  title: 'settings:tab.other',
  sections: [
    {
      id: 'site',
      title: 'settings:site',
      text: 'settings:site.text',
      fields: [
        { key: 'SystemName', label: 'settings:SystemName', hint: 'settings:SystemName.hint', example: 'Switchyard' },
        {
          key: 'Logo',
          label: 'settings:Logo',
          hint: 'settings:Logo.hint',
          example: 'https://cdn.example.com/logo.png',
          picture: true,
        },
      ],
    },
    {
      id: 'notice',
      title: 'settings:notice',
      text: 'settings:notice.text',
      fields: [{ key: 'Notice', label: 'settings:notice', hint: 'settings:Notice.hint' }],
    },
    {
      id: 'home',
      title: 'settings:home',
      text: 'settings:home.text',
      fields: [{ key: 'HomePageContent', label: 'settings:home', hint: 'settings:HomePageContent.hint' }],
    },
    {
      id: 'about',
      title: 'settings:about',
      text: 'settings:about.text',
      fields: [{ key: 'About', label: 'settings:about', hint: 'settings:About.hint' }],
    },
    {
      id: 'footer',
      title: 'settings:footer',
      text: 'settings:footer.text',
      fields: [{ key: 'Footer', label: 'settings:footer', hint: 'settings:Footer.hint' }],
    },
  ],
};
