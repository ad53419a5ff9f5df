import {
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  MoreOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
} from '@ant-design/icons';
import { App, Button, Dropdown } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import { type Channel, channelStatus } from '../api.ts';

interface RowMenuProps {
  readonly channel: Channel;
  readonly onEdit: () => void;
  readonly onCopy: () => void;
  readonly onToggle: () => void;
  readonly onDelete: () => Promise<void>;
}

/** Edit, and behind the dots: enable or disable, copy, delete. */
export function RowMenu({ channel, onEdit, onCopy, onToggle, onDelete }: RowMenuProps) {
  const t = useText();
  const { modal } = App.useApp();
  const enabled = channel.status === channelStatus.enabled;

  function confirmDelete() {
    modal.confirm({
      title: t('channels:delete.title', { name: channel.name }),
      content: t('channels:delete.text'),
      okText: t('common:delete'),
      okButtonProps: { danger: true },
      cancelText: t('common:cancel'),
      onOk: onDelete,
    });
  }

  const actions: Record<string, () => void> = { toggle: onToggle, copy: onCopy, delete: confirmDelete };
  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<EditOutlined />}
        onClick={onEdit}
        aria-label={t('channels:edit', { name: channel.name })}
        title={t('common:edit')}
      />
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            {
              key: 'toggle',
              icon: enabled ? <PauseCircleOutlined /> : <PlayCircleOutlined />,
              label: enabled ? t('common:disable') : t('common:enable'),
            },
            { key: 'copy', icon: <CopyOutlined />, label: t('channels:duplicate') },
            { type: 'divider' },
            { key: 'delete', danger: true, icon: <DeleteOutlined />, label: t('common:delete') },
          ],
          onClick: ({ key }) => actions[key]?.(),
        }}
      >
        <Button
          type="text"
          size="small"
          icon={<MoreOutlined />}
          aria-label={t('common:moreActions', { name: channel.name })}
        />
      </Dropdown>
    </>
  );
}
