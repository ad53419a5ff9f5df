import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  EditOutlined,
  MoreOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
} from '@ant-design/icons';
import { App, Button, Dropdown, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { useUser } from '../../../lib/session.ts';
import { type User, type UserAction, userStatus } from '../api.ts';
import { actionsFor, canEdit } from '../user-actions.ts';

interface UserMenuProps {
  readonly user: User;
  readonly onEdit: () => void;
  readonly onAction: (action: UserAction) => Promise<void>;
}

interface Entry {
  readonly text: TextKey;
  readonly icon: ReactNode;
  /** What is asked before. */
  readonly question?: { readonly title: TextKey; readonly content: TextKey; readonly danger: boolean };
}

const entries: Record<UserAction, Entry> = {
  promote: {
    text: 'users:promote',
    icon: <ArrowUpOutlined />,
    question: { title: 'users:promote.title', content: 'users:promote.text', danger: false },
  },
  demote: {
    text: 'users:demote',
    icon: <ArrowDownOutlined />,
    question: { title: 'users:demote.title', content: 'users:demote.text', danger: true },
  },
  enable: { text: 'common:enable', icon: <PlayCircleOutlined /> },
  disable: { text: 'common:disable', icon: <PauseCircleOutlined /> },
  delete: {
    text: 'users:delete',
    icon: <DeleteOutlined />,
    question: { title: 'users:delete.title', content: 'users:delete.text', danger: true },
  },
};

/** Edit, and behind the dots what else may be done to the user. Nothing for deleted users. */
export function UserMenu({ user, onEdit, onAction }: UserMenuProps) {
  const t = useText();
  const { modal } = App.useApp();
  const role = useUser()?.role ?? 0;
  const actions = actionsFor(role, user);
  if (!canEdit(role, user)) return null;

  function choose(action: UserAction) {
    const { text, question } = entries[action];
    if (question === undefined) return void onAction(action);
    modal.confirm({
      title: t(question.title, { name: user.username }),
      content: t(question.content),
      okText: t(text),
      okButtonProps: { danger: question.danger },
      cancelText: t('common:cancel'),
      onOk: () => onAction(action),
    });
  }

  const items: NonNullable<MenuProps['items']> = actions.flatMap((action) => {
    const item = {
      key: action,
      icon: entries[action].icon,
      label: t(entries[action].text),
      danger: action === 'delete',
      disabled: action === 'enable' && user.status === userStatus.locked,
    };
    return action === 'delete' ? [{ type: 'divider' as const }, item] : [item];
  });

  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<EditOutlined />}
        onClick={onEdit}
        aria-label={t('users:edit', { name: user.username })}
        title={t('common:edit')}
      />
      {items.length > 0 && (
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{ items, onClick: ({ key }) => choose(key as UserAction) }}
        >
          <Button
            type="text"
            size="small"
            icon={<MoreOutlined />}
            aria-label={t('common:moreActions', { name: user.username })}
          />
        </Dropdown>
      )}
    </>
  );
}
