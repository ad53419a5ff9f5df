import { SearchOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../../components/dialog.tsx';
import { useText } from '../../../../lib/i18n.ts';
import styles from './fetched-models-dialog.module.css';

interface FetchedModelsDialogProps {
  /** What the upstream offers. */
  readonly names: readonly string[];
  readonly chosen: readonly string[];
  readonly onClose: () => void;
  readonly onChoose: (models: readonly string[]) => void;
}

/** Which of the upstream's models the channel takes. Models that the upstream did not name stay as they are. */
export function FetchedModelsDialog({ names, chosen, onClose, onChoose }: FetchedModelsDialogProps) {
  const t = useText();
  const [keyword, setKeyword] = useState('');
  const [picked, setPicked] = useState<ReadonlySet<string>>(
    () => new Set(chosen.filter((name) => names.includes(name))),
  );
  const found = names.filter((name) => name.toLowerCase().includes(keyword.trim().toLowerCase()));
  const strangers = chosen.filter((name) => !names.includes(name));

  return (
    <Dialog
      open
      title={t('channels:fetched.title', { count: names.length })}
      width={560}
      okText={t('channels:fetched.take', { count: picked.size })}
      cancelText={t('common:cancel')}
      onOk={() => onChoose([...strangers, ...names.filter((name) => picked.has(name))])}
      onCancel={onClose}
    >
      <div className={styles.tools}>
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden="true" />}
          placeholder={t('channels:test.search')}
          aria-label={t('channels:test.search')}
          onChange={(event) => setKeyword(event.target.value)}
        />
        <Button onClick={() => setPicked(new Set([...picked, ...found]))}>{t('common:selectAll')}</Button>
        <Button onClick={() => setPicked(new Set([...picked].filter((name) => !found.includes(name))))}>
          {t('channels:fetched.none')}
        </Button>
      </div>
      <ul className={styles.list}>
        {found.map((name) => (
          <li key={name}>
            <Checkbox
              checked={picked.has(name)}
              onChange={({ target }) => {
                const next = new Set(picked);
                if (target.checked) next.add(name);
                else next.delete(name);
                setPicked(next);
              }}
            >
              <span className="code">{name}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
