import { ApiOutlined, KeyOutlined, UserOutlined } from '@ant-design/icons';
import type { ChannelView, UserView } from '@switchyard/console/calls';
import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import useSWR from 'swr';
import type { ApiKey } from '../../../lib/api-keys.ts';
import { type Page, withQuery } from '../../../lib/http.ts';
import { useText } from '../../../lib/i18n.ts';
import { useIsAdministrator } from '../../../lib/session.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import styles from './palette.module.css';

const shortest = 2;
const most = 5;

interface RecordsProps {
  readonly search: string;
  readonly onChoose: (act: () => void) => () => void;
}

/** Keys, users and channels whose names fit, as far as the person may see them. */
export function Records({ search, onChoose }: RecordsProps) {
  const t = useText();
  const navigate = useNavigate();
  const administrator = useIsAdministrator();
  const settled = useSettled(search);
  const isOn = settled.length >= shortest;
  const keys = useFound<ApiKey>(isOn, '/api/token/search', { keyword: settled, p: 0, size: most });
  const ofOthers = { keyword: settled, p: 1, page_size: most };
  const users = useFound<UserView>(isOn && administrator, '/api/user/search', ofOthers);
  const channels = useFound<ChannelView>(isOn && administrator, '/api/channel/search', ofOthers);
  const open = (path: string) => onChoose(() => void navigate(path));

  return (
    <>
      <Found title={t('shell:menu.tokens')} icon={<KeyOutlined />} rows={keys} search={search}>
        {(key) => ({ id: `key-${key.id}`, name: key.name, note: key.key, choose: open(`/token?edit=${key.id}`) })}
      </Found>
      <Found title={t('shell:menu.users')} icon={<UserOutlined />} rows={users} search={search}>
        {(user) => ({
          id: `user-${user.id}`,
          name: user.username,
          note: user.email || user.display_name,
          choose: open(`/user/edit/${user.id}`),
        })}
      </Found>
      <Found title={t('shell:menu.channels')} icon={<ApiOutlined />} rows={channels} search={search}>
        {(channel) => ({
          id: `channel-${channel.id}`,
          name: channel.name,
          note: `#${channel.id}`,
          choose: open(`/channel/edit/${channel.id}`),
        })}
      </Found>
    </>
  );
}

/** A search that fails finds nothing: the palette is no place for its reason. */
function useFound<Row>(isOn: boolean, path: string, query: Record<string, string | number>): readonly Row[] {
  const { data } = useSWR<Page<Row>>(isOn ? withQuery(path, query) : null, { keepPreviousData: false });
  return data?.items.slice(0, most) ?? [];
}

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly choose: () => void;
}

interface FoundProps<Row> {
  readonly title: string;
  readonly icon: ReactNode;
  readonly rows: readonly Row[];
  readonly search: string;
  readonly children: (row: Row) => Shown;
}

function Found<Row>({ title, icon, rows, search, children: show }: FoundProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <Command.Group heading={title} className={styles.group ?? ''}>
      {rows.map(show).map(({ id, name, note, choose }) => (
        // The server has searched already: whatever is typed, it fits. Its words are read when it is mounted.
        <Command.Item
          key={`${id} ${search}`}
          value={id}
          keywords={[search]}
          className={styles.item ?? ''}
          onSelect={choose}
        >
          <span aria-hidden="true" className={styles.icon}>
            {icon}
          </span>
          <span dir="auto" className={styles.name}>
            {name}
          </span>
          <span className={`${styles.note} code`}>{note}</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}
