import { DeleteOutlined, EditOutlined, MoreOutlined, PauseCircleOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { keyStatus } from '../../../lib/api-keys.ts';
import { useText } from '../../../lib/i18n.ts';
import { useConfirm } from '../../../lib/use-confirm.ts';
import type { Token } from '../api.ts';

interface TokenActionsProps {
  readonly token: Token;
  readonly onEdit: () => void;
  readonly onToggle: () => void;
  readonly onDelete: () => Promise<void>;
}

/** Edit, enable or disable, delete. */
export function TokenActions({ token, onEdit, onToggle, onDelete }: TokenActionsProps) {
  const t = useText();
  const confirm = useConfirm();
  const enabled = token.status === keyStatus.enabled;

  function choose(action: string) {
    if (action === 'toggle') onToggle();
    else
      confirm({
        title: t('tokens:delete.title', { name: token.name }),
        content: t('tokens:delete.text'),
        onOk: onDelete,
      });
  }

  return (
    <>
      <Button
        type="text"
        icon={<EditOutlined />}
        onClick={onEdit}
        aria-label={t('tokens:edit', { name: token.name })}
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
            { type: 'divider' },
            { key: 'delete', danger: true, icon: <DeleteOutlined />, label: t('common:delete') },
          ],
          onClick: ({ key }) => choose(key),
        }}
      >
        <Button type="text" icon={<MoreOutlined />} aria-label={t('common:moreActions', { name: token.name })} />
      </Dropdown>
    </>
  );
}
