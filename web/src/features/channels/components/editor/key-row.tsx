import { DeleteOutlined, ThunderboltOutlined } from '@ant-design/icons';
import { Button, Switch } from 'antd';
import { useState } from 'react';
import { Moment } from '../../../../components/moment.tsx';
import { serverText, useText } from '../../../../lib/i18n.ts';
import { useConfirm } from '../../../../lib/use-confirm.ts';
import { useFeedback } from '../../../../lib/use-feedback.ts';
import { type ChannelKey, channelStatus, testChannel } from '../../api.ts';
import styles from './key-row.module.css';

interface KeyRowProps {
  readonly channelId: number;
  readonly value: ChannelKey;
  readonly onToggle: (status: number) => void;
  readonly onDelete: () => Promise<void>;
}

/** One of several keys: masked, with its state, why it is off, a test, and removal. */
export function KeyRow({ channelId, value, onToggle, onDelete }: KeyRowProps) {
  const t = useText();
  const feedback = useFeedback();
  const confirm = useConfirm();
  const [testing, setTesting] = useState(false);
  const { id, mask, status } = value;
  const enabled = status === channelStatus.enabled;

  async function test() {
    setTesting(true);
    try {
      const { success, message, seconds } = await testChannel(channelId, '', id);
      if (success) feedback.success(t('channels:test.passed', { name: mask, seconds: seconds.toFixed(2) }));
      else feedback.failure(new Error(t('channels:test.failed', { name: mask, reason: serverText(message) })));
    } catch (error) {
      feedback.failure(error);
    } finally {
      setTesting(false);
    }
  }

  function confirmDelete() {
    confirm({
      title: t('channels:keys.deleteTitle', { key: mask }),
      content: t('channels:keys.deleteText'),
      onOk: onDelete,
    });
  }

  return (
    <li className={styles.row}>
      <Switch
        size="small"
        checked={enabled}
        onChange={() => onToggle(enabled ? channelStatus.disabled : channelStatus.enabled)}
        aria-label={t('channels:toggle', { name: mask })}
      />
      <span className={styles.words}>
        <span className="code">{mask}</span>
        <span className={styles.state}>
          {stateText()} · <Moment seconds={value.status_time || value.created_time} age />
        </span>
        {value.status_reason !== '' && (
          <bdi className={styles.reason} dir="auto">
            {serverText(value.status_reason)}
          </bdi>
        )}
      </span>
      <Button
        type="text"
        size="small"
        icon={<ThunderboltOutlined />}
        loading={testing}
        onClick={() => void test()}
        aria-label={t('channels:test.of', { name: mask })}
        title={t('channels:test.action')}
      />
      <Button
        type="text"
        size="small"
        danger
        icon={<DeleteOutlined />}
        onClick={confirmDelete}
        aria-label={t('channels:keys.delete', { key: mask })}
        title={t('common:delete')}
      />
    </li>
  );

  function stateText(): string {
    if (enabled) return t('channels:status.enabled');
    return status === channelStatus.autoDisabled ? t('channels:status.autoDisabled') : t('channels:status.disabled');
  }
}
