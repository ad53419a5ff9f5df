import {
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  ExperimentOutlined,
  MoreOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import { useConfirm } from '../../../lib/use-confirm.ts';
import type { ChannelRowProps } from './channel-columns.tsx';

/** Test, edit, and behind the dots: test with a chosen model, copy, delete. */
export function ChannelTools({ channel, actions, onEdit, onTest }: Omit<ChannelRowProps, 'typeLabel'>) {
  const t = useText();
  const confirm = useConfirm();

  function confirmDelete() {
    confirm({
      title: t('channels:delete.title', { name: channel.name }),
      content: t('channels:delete.text'),
      onOk: () => actions.remove(channel),
    });
  }

  const choices: Record<string, () => void> = {
    test: onTest,
    copy: () => actions.copy(channel),
    delete: confirmDelete,
  };
  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<ThunderboltOutlined />}
        loading={actions.busy.has(channel.id)}
        onClick={() => actions.test(channel)}
        aria-label={t('channels:test.of', { name: channel.name })}
        title={t('channels:test.action')}
      />
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
            { key: 'test', icon: <ExperimentOutlined />, label: t('channels:test.choose') },
            { key: 'copy', icon: <CopyOutlined />, label: t('channels:duplicate') },
            { type: 'divider' },
            { key: 'delete', danger: true, icon: <DeleteOutlined />, label: t('common:delete') },
          ],
          onClick: ({ key }) => choices[key]?.(),
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
