import { CheckCircleOutlined } from '@ant-design/icons';
import { Collapse, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../../components/code-block.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Moment } from '../../../components/moment.tsx';
import { RecordCard } from '../../../components/record-card.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { rowDetails } from '../../../components/row-details.tsx';
import { type Translate, useText } from '../../../lib/i18n.ts';
import { ROOT_ROLE, useUser } from '../../../lib/session.ts';
import { type DeadLetter, useDeadLetters } from '../api.ts';
import { layOut } from '../event-text.ts';
import { LetterActions } from './letter-actions.tsx';
import styles from './letter-list.module.css';
import { LetterState } from './letter-state.tsx';
import { type BooksListProps, pagingOf } from './list-props.ts';
import { Person } from './person.tsx';

/** Events that could not be booked, whole; root decides what becomes of them. */
export function LetterList(props: BooksListProps) {
  const t = useText();
  const isRoot = (useUser()?.role ?? 0) >= ROOT_ROLE;
  const { data, error, isLoading, mutate } = useDeadLetters(props.query);
  const actionsOf = isRoot ? (letter: DeadLetter) => <LetterActions letter={letter} onReload={mutate} /> : undefined;
  return (
    <RecordList<DeadLetter>
      label={t('books:tab.letters')}
      rows={data?.items}
      rowKey={({ id }) => id}
      columns={columns(t, actionsOf)}
      card={(letter) => <LetterCard letter={letter} actions={actionsOf?.(letter)} />}
      minWidth={1100}
      error={error}
      onRetry={() => void mutate()}
      refreshing={isLoading}
      expandable={rowDetails({
        title: t('books:event'),
        labelOf: ({ id }) => t('books:eventOf', { id }),
        render: (letter) => <Event letter={letter} />,
      })}
      empty={
        <EmptyState
          icon={<CheckCircleOutlined />}
          title={t('books:letters.none')}
          description={t('books:letters.noneText')}
        />
      }
      paging={pagingOf(props, data?.total)}
    />
  );
}

function columns(
  t: Translate,
  actionsOf?: (letter: DeadLetter) => ReactNode,
): NonNullable<TableProps<DeadLetter>['columns']> {
  return [
    {
      key: 'time',
      title: t('books:column.time'),
      width: 180,
      render: (_, letter) => <Moment seconds={letter.created_at} />,
    },
    { key: 'user', title: t('books:column.user'), width: 160, render: (_, letter) => <Person {...letter} /> },
    {
      key: 'subject',
      title: t('books:column.subject'),
      width: 160,
      render: (_, { subject }) => <span className="code">{subject}</span>,
    },
    { key: 'reason', title: t('books:column.reason'), render: (_, letter) => <Reason letter={letter} /> },
    {
      key: 'state',
      title: t('books:column.state'),
      width: 160,
      render: (_, letter) => <LetterState letter={letter} />,
    },
    ...(actionsOf
      ? [
          {
            key: 'actions',
            title: t('common:actions'),
            width: 200,
            render: (_: unknown, letter: DeadLetter) => actionsOf(letter),
          },
        ]
      : []),
  ];
}

function LetterCard({ letter, actions }: { letter: DeadLetter; actions: ReactNode }) {
  const t = useText();
  return (
    <RecordCard
      title={<Reason letter={letter} />}
      facts={[
        { label: t('books:column.time'), value: <Moment seconds={letter.created_at} /> },
        { label: t('books:column.user'), value: <Person {...letter} /> },
        { label: t('books:column.subject'), value: <span className="code">{letter.subject}</span> },
        { label: t('books:column.state'), value: <LetterState letter={letter} /> },
      ]}
    >
      {actions}
      <Collapse
        ghost
        size="small"
        destroyOnHidden
        items={[{ key: 'event', label: t('books:event'), children: <Event letter={letter} /> }]}
      />
    </RecordCard>
  );
}

/** For operators, in English as in the log. */
function Reason({ letter }: { letter: DeadLetter }) {
  return (
    <bdi lang="en" className={styles.reason}>
      {letter.reason}
    </bdi>
  );
}

function Event({ letter }: { letter: DeadLetter }) {
  return <CodeBlock title={letter.subject} text={layOut(letter.event)} />;
}
