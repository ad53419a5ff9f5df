import { SearchOutlined } from '@ant-design/icons';
import { Command } from 'cmdk';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { useText } from '../../../lib/i18n.ts';
import styles from './palette.module.css';
import { Records } from './records.tsx';
import { useCommands } from './use-commands.tsx';

interface PaletteProps {
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
}

/** By parts of names: letters picked from all over a name would put pages before the person who is meant. */
function fit(_id: string, search: string, names: readonly string[] = []): number {
  const wanted = search.trim().toLowerCase();
  const places = names.map((name) => name.toLowerCase().indexOf(wanted)).filter((place) => place >= 0);
  return places.length === 0 ? 0 : places.includes(0) ? 1 : 0.5;
}

/** Everything of the console by its name: pages, actions, records. */
export function Palette({ onClose, onShortcuts }: PaletteProps) {
  const t = useText();
  const [search, setSearch] = useState('');
  const groups = useCommands(onShortcuts);

  const choose = (act: () => void) => () => {
    onClose();
    act();
  };

  return (
    <Dialog
      open
      footer={null}
      closable={false}
      width={620}
      style={{ top: 'min(14vh, 120px)' }}
      title={<span className="visually-hidden">{t('shell:search')}</span>}
      styles={{ container: { padding: 0 }, header: { margin: 0 } }}
      onCancel={onClose}
    >
      <Command label={t('shell:search')} loop filter={fit} className={styles.palette ?? ''}>
        <div className={styles.field}>
          <SearchOutlined aria-hidden="true" />
          <Command.Input
            autoFocus
            className={styles.input ?? ''}
            placeholder={t('shell:palette.placeholder')}
            value={search}
            onValueChange={setSearch}
          />
        </div>
        <Command.List className={styles.list ?? ''}>
          <Command.Empty className={styles.empty ?? ''}>{t('shell:palette.none')}</Command.Empty>
          {groups.map((group) => (
            <Command.Group key={group.title} heading={group.title} className={styles.group ?? ''}>
              {group.commands.map((command) => (
                <Command.Item
                  key={command.id}
                  value={command.id}
                  keywords={[command.name, ...command.words]}
                  className={styles.item ?? ''}
                  onSelect={choose(command.act)}
                >
                  <span aria-hidden="true" className={styles.icon}>
                    {command.icon}
                  </span>
                  <span className={styles.name}>{command.name}</span>
                  {command.aside}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
          <Records search={search.trim()} onChoose={choose} />
        </Command.List>
      </Command>
    </Dialog>
  );
}
