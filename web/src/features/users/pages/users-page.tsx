import { SearchOutlined, TeamOutlined, UserAddOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { Outlet, useNavigate, useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { useText } from '../../../lib/i18n.ts';
import { pageSizes } from '../../../lib/page-sizes.ts';
import { useUser } from '../../../lib/session.ts';
import { useNumbers } from '../../../lib/use-numbers.ts';
import { type User, useUsers } from '../api.ts';
import { AddUserDialog } from '../components/add-user-dialog.tsx';
import { UserCard } from '../components/user-card.tsx';
import { userColumns } from '../components/user-columns.tsx';
import { UserFilters } from '../components/user-filters.tsx';
import { useUserActions } from '../use-user-actions.ts';
import { canEdit } from '../user-actions.ts';
import { readUserQuery, type UserQuery, writeUserQuery } from '../user-query.ts';

/** All users below the signed-in administrator (root: all). Filter and page are in the address. */
export function UsersPage() {
  const t = useText();
  const { count } = useNumbers();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const role = useUser()?.role ?? 0;
  const query = readUserQuery(search);
  const [adding, setAdding] = useState(false);
  const { data, error, isValidating, mutate } = useUsers(query);
  const act = useUserActions(mutate);
  const filtered = query.keyword !== '' || query.group !== '';
  const total = data?.total ?? 0;

  const change = (values: Partial<UserQuery>) =>
    setSearch(writeUserQuery({ ...query, page: 1, ...values }), { replace: true });

  const rowProps = (user: User) => {
    const edit = () => void navigate({ pathname: `/user/edit/${user.id}`, search: writeUserQuery(query) });
    return {
      user,
      onOpen: canEdit(role, user) ? edit : undefined,
      onEdit: edit,
      onAction: (action: Parameters<typeof act>[1]) => act(user, action),
    };
  };

  const add = (
    <Button type="primary" icon={<UserAddOutlined />} onClick={() => setAdding(true)}>
      {t('users:add')}
    </Button>
  );

  return (
    <>
      <PageHeader title={t('users:title')} description={t('users:text')} actions={add} />
      <UserFilters query={query} onChange={change} />
      <RecordList<User>
        label={t('users:title')}
        rows={data?.items}
        rowKey={(user) => user.id}
        columns={userColumns(t, count, rowProps)}
        card={(user) => <UserCard {...rowProps(user)} />}
        minWidth={1120}
        error={error}
        onRetry={() => void mutate()}
        refreshing={isValidating}
        empty={
          filtered ? (
            <EmptyState
              icon={<SearchOutlined />}
              title={t('users:none.title')}
              description={t('users:none.text')}
              action={<Button onClick={() => setSearch('', { replace: true })}>{t('users:none.clear')}</Button>}
            />
          ) : (
            <EmptyState
              icon={<TeamOutlined />}
              title={t('users:empty.title')}
              description={t('users:empty.text')}
              action={add}
            />
          )
        }
        paging={{
          page: query.page,
          pageSize: query.pageSize,
          total,
          sizes: pageSizes(total),
          onChange: (page, pageSize) => change(pageSize === query.pageSize ? { page } : { page: 1, pageSize }),
        }}
      />
      <AddUserDialog
        open={adding}
        onClose={() => setAdding(false)}
        onAdded={() => {
          setAdding(false);
          void mutate();
        }}
      />
      <Outlet context={mutate} />
    </>
  );
}
