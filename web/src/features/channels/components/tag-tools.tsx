import { EditOutlined, MoreOutlined, PauseCircleOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import type { TagRowProps } from './channel-columns.tsx';

/** Edit a tag; behind the dots: all its channels on or off. */
export function TagTools({ row, actions, onEdit }: TagRowProps) {
  const t = useText();
  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<EditOutlined />}
        onClick={onEdit}
        aria-label={t('channels:tag.edit', { tag: row.tag })}
        title={t('common:edit')}
      />
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            { key: 'on', icon: <PlayCircleOutlined />, label: t('channels:tag.enableAll') },
            { key: 'off', icon: <PauseCircleOutlined />, label: t('channels:tag.disableAll') },
          ],
          onClick: ({ key }) => actions.switchTag(row, key === 'on'),
        }}
      >
        <Button
          type="text"
          size="small"
          icon={<MoreOutlined />}
          aria-label={t('common:moreActions', { name: row.tag })}
        />
      </Dropdown>
    </>
  );
}
