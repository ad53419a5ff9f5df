import { CheckCircleOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Collapse, type TableProps } from 'antd';
import { CodeBlock } from '../../../components/code-block.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Moment } from '../../../components/moment.tsx';
import { RecordCard } from '../../../components/record-card.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { type Translate, useText } from '../../../lib/i18n.ts';
import { type DeadLetter, useDeadLetters } from '../api.ts';
import { layOut } from '../event-text.ts';
import styles from './letter-list.module.css';
import { type BooksListProps, pagingOf } from './list-props.ts';
import { Person } from './person.tsx';

/** Events that could not be booked, whole. */
export function LetterList(props: BooksListProps) {
  const t = useText();
  const { data, error, isLoading, mutate } = useDeadLetters(props.query);
  return (
    <RecordList<DeadLetter>
      label={t('books:tab.letters')}
      rows={data?.items}
      rowKey={({ id }) => id}
      columns={columns(t)}
      card={(letter) => <LetterCard letter={letter} />}
      minWidth={860}
      error={error}
      onRetry={() => void mutate()}
      refreshing={isLoading}
      expandable={{
        columnTitle: <span className="visually-hidden">{t('books:event')}</span>,
        expandedRowRender: (letter) => <Event letter={letter} />,
        expandIcon: ({ expanded, onExpand, record }) => (
          <Button
            type="text"
            size="small"
            icon={<DownOutlined rotate={expanded ? 180 : 0} />}
            aria-expanded={expanded}
            aria-label={t('books:eventOf', { id: record.id })}
            onClick={(event) => onExpand(record, event)}
          />
        ),
      }}
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

function columns(t: Translate): NonNullable<TableProps<DeadLetter>['columns']> {
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
  ];
}

function LetterCard({ letter }: { letter: DeadLetter }) {
  const t = useText();
  return (
    <RecordCard
      title={<Reason letter={letter} />}
      facts={[
        { label: t('books:column.time'), value: <Moment seconds={letter.created_at} /> },
        { label: t('books:column.user'), value: <Person {...letter} /> },
        { label: t('books:column.subject'), value: <span className="code">{letter.subject}</span> },
      ]}
    >
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
