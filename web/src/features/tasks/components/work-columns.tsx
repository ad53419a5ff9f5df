import type { TableProps } from 'antd';
import { Moment } from '../../../components/moment.tsx';
import type { Translate } from '../../../lib/i18n.ts';
import type { WorkKind } from '../api.ts';
import type { Work } from '../work.ts';
import { DrawingButtons, FailReason, TimeSpent, WorkId, WorkProgress, WorkResult, WorkStatus } from './work-cells.tsx';
import styles from './work-columns.module.css';
import { actionWords, platformWords } from './work-words.ts';

export interface WorkRowActions {
  readonly onOpen: (work: Work) => void;
  readonly onShowReason: (work: Work) => void;
}

type Columns = NonNullable<TableProps<Work>['columns']>;

export function workColumns(t: Translate, kind: WorkKind, administrator: boolean, actions: WorkRowActions): Columns {
  const result: Columns[number] = {
    key: 'result',
    title: t('tasks:column.result'),
    render: (_, work) => <WorkResult work={work} onOpen={() => actions.onOpen(work)} />,
  };
  return [
    ...(kind === 'drawings' ? [result, promptColumn(t)] : []),
    {
      key: 'times',
      title: `${t('tasks:column.submitted')} / ${t('tasks:column.finished')}`,
      render: (_, work) => (
        <div className={styles.two}>
          <Moment seconds={work.submittedAt} />
          {work.finishedAt > 0 ? (
            <span className={styles.below}>
              <Moment seconds={work.finishedAt} />
            </span>
          ) : (
            <span className={styles.below}>—</span>
          )}
        </div>
      ),
    },
    {
      key: 'progress',
      title: t('tasks:column.progress'),
      render: (_, work) => <WorkProgress work={work} />,
    },
    { key: 'spent', title: t('tasks:column.spent'), render: (_, work) => <TimeSpent work={work} /> },
    ...(administrator
      ? [
          {
            key: 'channel',
            title: t('tasks:column.channel'),
            render: (_: unknown, work: Work) => <span className="figures">{work.channelId ?? '—'}</span>,
          },
        ]
      : []),
    kind === 'tasks' ? platformColumn(t) : actionColumn(t),
    {
      key: 'id',
      title: t('tasks:column.id'),
      render: (_, work) => <WorkId work={work} onOpen={() => actions.onOpen(work)} />,
    },
    { key: 'status', title: t('tasks:column.status'), render: (_, work) => <WorkStatus work={work} /> },
    {
      key: 'reason',
      title: t('tasks:column.reason'),
      render: (_, work) => <FailReason work={work} onOpen={() => actions.onShowReason(work)} />,
    },
    ...(kind === 'tasks' ? [result] : []),
  ];
}

function promptColumn(t: Translate): Columns[number] {
  return {
    key: 'prompt',
    title: t('tasks:column.prompt'),
    width: 240,
    render: (_, work) => (
      <div className={styles.prompt}>
        <span dir="auto" title={work.prompt}>
          {work.prompt || '—'}
        </span>
        <DrawingButtons work={work} />
      </div>
    ),
  };
}

export function actionWord(t: Translate, { action }: Pick<Work, 'action'>): string {
  const word = actionWords[action];
  return word === undefined ? action : t(word);
}

function actionColumn(t: Translate): Columns[number] {
  return { key: 'action', title: t('tasks:column.action'), render: (_, work) => actionWord(t, work) };
}

function platformColumn(t: Translate): Columns[number] {
  return {
    key: 'platform',
    title: `${t('tasks:column.platform')} / ${t('tasks:column.action')}`,
    render: (_, { platform, ...work }) => {
      const word = platformWords[platform];
      return (
        <div className={styles.two}>
          {word === undefined ? platform : t(word)}
          <span className={styles.below}>{actionWord(t, work)}</span>
        </div>
      );
    },
  };
}
