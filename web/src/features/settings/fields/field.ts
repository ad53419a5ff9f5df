import type { OptionKey } from '@switchyard/console/calls';
import type { TextKey } from '../../../lib/i18n.ts';

/** How one setting is shown. What it may hold comes from the server (`OptionDefinition`). */
export interface OptionField {
  readonly key: OptionKey;
  readonly label: TextKey;
  readonly hint?: TextKey;
  /** Behind a number. */
  readonly unit?: TextKey;
  /** In the empty control; the same in all languages. */
  readonly example?: string;
  /** Words of a choice, of a list of choices, or of both states of a switch. */
  readonly words?: Readonly<Record<string, TextKey>>;
  /** In place of the usual complaint. */
  readonly complaint?: TextKey;
  /** Saves at once. */
  readonly instant?: true;
  /** A quota: its worth is shown beside it. */
  readonly amount?: true;
  /** An address of a picture: shown beside it. */
  readonly picture?: true;
  /** What else must be set while this is on. The server insists, the screen explains. */
  readonly needs?: readonly OptionKey[];
  /** Shown while the setting differs from what is saved. */
  readonly warning?: TextKey;
}

export interface OptionSection {
  readonly id: SectionId;
  readonly title: TextKey;
  readonly text: TextKey;
  readonly fields: readonly OptionField[];
  /** Whether what the section is about is on. */
  readonly switch?: OptionKey;
  /** At least one field must be filled in. */
  readonly needsOne?: TextKey;
}

export interface SettingsTab {
  readonly id: TabId;
  readonly title: TextKey;
  readonly sections: readonly OptionSection[];
}

export type TabId = 'operation' | 'system' | 'other' | 'payment' | 'seo';

export type SectionId =
  | 'general'
  | 'drawing'
  | 'sensitive'
  | 'logs'
  | 'dashboard'
  | 'monitoring'
  | 'quota'
  | 'limits'
  | 'chats'
  | 'groups'
  | 'models'
  | 'server'
  | 'worker'
  | 'epay'
  | 'usdt'
  | 'login'
  | 'domains'
  | 'mail'
  | 'github'
  | 'linuxdo'
  | 'wechat'
  | 'telegram'
  | 'oidc'
  | 'turnstile'
  | 'site'
  | 'notice'
  | 'home'
  | 'about'
  | 'footer'
  | 'selling'
  | 'cryptomus'
  | 'airwallex'
  | 'stripe'
  | 'search';
