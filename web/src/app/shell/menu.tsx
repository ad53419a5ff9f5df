import {
  ApiOutlined,
  AuditOutlined,
  BookOutlined,
  DashboardOutlined,
  DollarOutlined,
  ExperimentOutlined,
  FileDoneOutlined,
  GiftOutlined,
  KeyOutlined,
  PictureOutlined,
  ProfileOutlined,
  SettingOutlined,
  TeamOutlined,
  WalletOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { TextKey } from '../../lib/i18n.ts';
import { ADMINISTRATOR_ROLE, ROOT_ROLE, useUser } from '../../lib/session.ts';
import { type SiteStatus, useSiteStatus } from '../../lib/site-status.ts';

export interface MenuEntry {
  readonly path: string;
  readonly text: TextKey;
  readonly icon: ReactNode;
  /** After `g`: a letter that leads there. */
  readonly letter?: string;
  /** Absent: everybody. */
  readonly leastRole?: number;
  /** Absent: always. */
  readonly isOn?: (status: SiteStatus) => boolean;
}

export interface MenuGroup {
  readonly title: TextKey;
  readonly entries: readonly MenuEntry[];
}

/** Every page of the console, in the order of the menu. The palette and the keyboard read it too. */
const groups: readonly MenuGroup[] = [
  {
    title: 'shell:menu.workspace',
    entries: [
      {
        path: '/detail',
        text: 'shell:menu.dashboard',
        icon: <DashboardOutlined />,
        letter: 'd',
        isOn: (status) => status.enable_data_export,
      },
      { path: '/play', text: 'shell:menu.playground', icon: <ExperimentOutlined />, letter: 'y' },
      { path: '/token', text: 'shell:menu.tokens', icon: <KeyOutlined />, letter: 'k' },
      { path: '/topup', text: 'shell:menu.wallet', icon: <WalletOutlined />, letter: 'w' },
      { path: '/log', text: 'shell:menu.log', icon: <ProfileOutlined />, letter: 'l' },
      {
        path: '/task',
        text: 'shell:menu.tasks',
        icon: <PictureOutlined />,
        letter: 't',
        isOn: (status) => status.enable_task || status.enable_drawing,
      },
      { path: '/pricing', text: 'shell:menu.pricing', icon: <DollarOutlined />, letter: 'p' },
    ],
  },
  {
    title: 'shell:menu.administration',
    entries: [
      {
        path: '/channel',
        text: 'shell:menu.channels',
        icon: <ApiOutlined />,
        letter: 'c',
        leastRole: ADMINISTRATOR_ROLE,
      },
      { path: '/user', text: 'shell:menu.users', icon: <TeamOutlined />, letter: 'u', leastRole: ADMINISTRATOR_ROLE },
      {
        path: '/redemption',
        text: 'shell:menu.redemption',
        icon: <GiftOutlined />,
        letter: 'r',
        leastRole: ADMINISTRATOR_ROLE,
      },
      {
        path: '/order',
        text: 'shell:menu.orders',
        icon: <FileDoneOutlined />,
        letter: 'o',
        leastRole: ADMINISTRATOR_ROLE,
      },
      {
        path: '/books',
        text: 'shell:menu.books',
        icon: <BookOutlined />,
        letter: 'b',
        leastRole: ADMINISTRATOR_ROLE,
      },
      { path: '/audit', text: 'shell:menu.audit', icon: <AuditOutlined />, letter: 'a', leastRole: ROOT_ROLE },
    ],
  },
  {
    title: 'shell:menu.account',
    entries: [{ path: '/setting', text: 'shell:menu.settings', icon: <SettingOutlined />, letter: 's' }],
  },
];

/** The groups with what the signed-in person may open on this site. */
export function useMenu(): readonly MenuGroup[] {
  const status = useSiteStatus();
  const role = useUser()?.role ?? 0;
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ leastRole = 0, isOn }) => role >= leastRole && (isOn === undefined || isOn(status))),
    }))
    .filter(({ entries }) => entries.length > 0);
}
