import {
  BgColorsOutlined,
  CheckOutlined,
  GlobalOutlined,
  LogoutOutlined,
  PlusOutlined,
  QuestionCircleOutlined,
  RocketOutlined,
  WalletOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { chooseLanguage } from '../../../lib/choose-language.ts';
import { useLanguage, useText } from '../../../lib/i18n.ts';
import { languages } from '../../../lib/languages.ts';
import { useIsAdministrator } from '../../../lib/session.ts';
import { themeChoices } from '../../../lib/theme-choices.ts';
import { chooseTheme, useThemeChoice } from '../../../lib/theme-mode.ts';
import { useSignOut } from '../../use-sign-out.ts';
import { KeyNames } from '../key-names.tsx';
import { useMenu } from '../menu.tsx';

export interface Entry {
  readonly id: string;
  readonly name: string;
  /** Other words by which it is found, beside its name. */
  readonly words: readonly string[];
  readonly icon: ReactNode;
  readonly aside?: ReactNode;
  readonly act: () => void;
}

export interface EntryGroup {
  readonly title: string;
  readonly commands: readonly Entry[];
}

/** What the palette offers before anything is searched for. English names are found in every language. */
export function useCommands(onShortcuts: () => void): readonly EntryGroup[] {
  const t = useText();
  const navigate = useNavigate();
  const menu = useMenu();
  const administrator = useIsAdministrator();
  const language = useLanguage();
  const theme = useThemeChoice();
  const signOut = useSignOut();
  const open = (path: string) => () => void navigate(path);
  const chosen = (is: boolean) => (is ? { aside: <CheckOutlined aria-hidden="true" /> } : {});

  const pages: Entry[] = menu
    .flatMap(({ entries }) => entries)
    .map(({ path, text, icon, letter }) => ({
      id: path,
      name: t(text),
      words: [path],
      icon,
      act: open(path),
      ...(letter !== undefined && { aside: <KeyNames keys={`g ${letter}`} /> }),
    }));

  const actions: Entry[] = [
    {
      id: 'new-key',
      name: t('shell:palette.newKey'),
      words: ['new key'],
      icon: <PlusOutlined />,
      act: open('/token?edit=new'),
    },
    { id: 'top-up', name: t('shell:palette.topUp'), words: ['top up'], icon: <WalletOutlined />, act: open('/topup') },
    ...(administrator
      ? [
          {
            id: 'new-channel',
            name: t('shell:palette.newChannel'),
            words: ['new channel'],
            icon: <PlusOutlined />,
            act: open('/channel/add'),
          },
        ]
      : []),
    {
      id: 'welcome',
      name: t('welcome:title'),
      words: ['first steps'],
      icon: <RocketOutlined />,
      act: open('/welcome'),
    },
    {
      id: 'shortcuts',
      name: t('shell:keys.title'),
      words: ['keyboard shortcuts'],
      icon: <QuestionCircleOutlined />,
      act: onShortcuts,
    },
    {
      id: 'sign-out',
      name: t('common:signOut'),
      words: ['sign out'],
      icon: <LogoutOutlined />,
      act: () => void signOut(),
    },
  ];

  const looks: Entry[] = [
    ...themeChoices.map(({ choice, text }) => ({
      id: `theme-${choice}`,
      name: `${t('common:theme')}: ${t(text)}`,
      words: ['theme', choice],
      icon: <BgColorsOutlined />,
      act: () => chooseTheme(choice),
      ...chosen(choice === theme),
    })),
    ...languages.map(({ code, name }) => ({
      id: `language-${code}`,
      name,
      words: ['language', t('common:language')],
      icon: <GlobalOutlined />,
      act: () => void chooseLanguage(code),
      ...chosen(code === language),
    })),
  ];

  return [
    { title: t('shell:palette.pages'), commands: pages },
    { title: t('shell:palette.actions'), commands: actions },
    { title: t('shell:palette.looks'), commands: looks },
  ];
}
