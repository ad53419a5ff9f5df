import type { OptionSection } from './field.ts';

/** Links to chat applications, and who pays what. */
export const chats: OptionSection = {
  id: 'chats',
  title: 'settings:chats',
  text: 'settings:chats.text',
  fields: [
    {
      key: 'ChatLink',
      label: 'settings:ChatLink',
      hint: 'settings:ChatLink.hint',
      example: 'https://chat.example.com/#/?settings={"key":"{key}","url":"{address}"}',
    },
    {
      key: 'ChatLink2',
      label: 'settings:ChatLink2',
      hint: 'settings:ChatLink2.hint',
      example: 'https://web.example.com/?key={key}&url={address}',
    },
    { key: 'Chats', label: 'settings:Chats', hint: 'settings:Chats.hint' },
  ],
};

export const groups: OptionSection = {
  id: 'groups',
  title: 'settings:groups',
  text: 'settings:groups.text',
  fields: [
    { key: 'GroupRatio', label: 'settings:GroupRatio', hint: 'settings:GroupRatio.hint' },
    { key: 'UserUsableGroups', label: 'settings:UserUsableGroups', hint: 'settings:UserUsableGroups.hint' },
    { key: 'TopupGroupRatio', label: 'settings:TopupGroupRatio', hint: 'settings:TopupGroupRatio.hint' },
  ],
};

export const models: OptionSection = {
  id: 'models',
  title: 'settings:models',
  text: 'settings:models.text',
  fields: [
    { key: 'ModelPrice', label: 'settings:ModelPrice', hint: 'settings:ModelPrice.hint' },
    { key: 'ModelRatio', label: 'settings:ModelRatio', hint: 'settings:ModelRatio.hint' },
    { key: 'CompletionRatio', label: 'settings:CompletionRatio', hint: 'settings:CompletionRatio.hint' },
    { key: 'CacheRatio', label: 'settings:CacheRatio', hint: 'settings:CacheRatio.hint' },
  ],
};
