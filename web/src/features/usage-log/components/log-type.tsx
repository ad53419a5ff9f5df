import { Tag } from 'antd';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { logType } from '../api.ts';

export const logTypes: Record<number, { readonly text: TextKey; readonly color: string }> = {
  [logType.topUp]: { text: 'log:type.topUp', color: 'green' },
  [logType.consumption]: { text: 'log:type.consumption', color: 'blue' },
  [logType.management]: { text: 'log:type.management', color: 'purple' },
  [logType.system]: { text: 'log:type.system', color: 'default' },
  [logType.failed]: { text: 'log:type.failed', color: 'red' },
  [logType.refund]: { text: 'log:type.refund', color: 'cyan' },
};

/** antd's coloured letters are too faint on their own ground. */
const readable = { color: 'var(--ant-color-text)' };

export function LogType({ type }: { type: number }) {
  const t = useText();
  const known = logTypes[type];
  return (
    <Tag color={known?.color ?? 'default'} style={readable}>
      {known === undefined ? t('log:type.unknown') : t(known.text)}
    </Tag>
  );
}
