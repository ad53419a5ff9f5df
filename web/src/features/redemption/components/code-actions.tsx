import {
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  MoreOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
} from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import { useConfirm } from '../../../lib/use-confirm.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { type Code, codeStatus } from '../api.ts';

export interface CodeRowProps {
  readonly code: Code;
  readonly onEdit: () => void;
  readonly onToggle: () => void;
  readonly onDelete: () => Promise<void>;
}

/** Copy, edit while unused, and behind the dots: on or off while not used, delete. */
export function CodeActions({ code, onEdit, onToggle, onDelete }: CodeRowProps) {
  const t = useText();
  const feedback = useFeedback();
  const confirm = useConfirm();
  const { name, status } = code;

  function confirmDelete() {
    confirm({
      title: t('redemption:delete.title', { name }),
      content: status === codeStatus.used ? t('redemption:delete.used') : t('redemption:delete.text'),
      onOk: onDelete,
    });
  }

  const disabled = status === codeStatus.disabled;
  const toggle = {
    key: 'toggle',
    icon: disabled ? <PlayCircleOutlined /> : <PauseCircleOutlined />,
    label: disabled ? t('common:enable') : t('common:disable'),
  };
  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<CopyOutlined />}
        onClick={() => void feedback.copy(code.key, name)}
        aria-label={t('redemption:copyOf', { name })}
        title={t('redemption:copy')}
      />
      <Button
        type="text"
        size="small"
        icon={<EditOutlined />}
        disabled={status !== codeStatus.unused}
        onClick={onEdit}
        aria-label={t('redemption:edit', { name })}
        title={t('common:edit')}
      />
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            ...(status === codeStatus.used ? [] : [toggle, { type: 'divider' as const }]),
            { key: 'delete', danger: true, icon: <DeleteOutlined />, label: t('common:delete') },
          ],
          onClick: ({ key }) => (key === 'toggle' ? onToggle() : confirmDelete()),
        }}
      >
        <Button type="text" size="small" icon={<MoreOutlined />} aria-label={t('common:moreActions', { name })} />
      </Dropdown>
    </>
  );
}
