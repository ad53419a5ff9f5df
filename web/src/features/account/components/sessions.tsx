import { DesktopOutlined, MobileOutlined } from '@ant-design/icons';
import { Button, Skeleton, Tag } from 'antd';
import { ErrorState } from '../../../components/error-state.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useConfirm } from '../../../lib/use-confirm.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { endOtherSessions, endSession, type Session, useSessions } from '../api.ts';
import { methodText } from '../methods.ts';
import { readUserAgent } from '../user-agent.ts';
import { SettingRow } from './setting-row.tsx';

/** Where the person is signed in; ends one session, or all but this one. */
export function Sessions() {
  const t = useText();
  const feedback = useFeedback();
  const confirm = useConfirm();
  const { data, error, mutate } = useSessions();
  const others = data?.filter(({ current }) => !current) ?? [];

  async function end(kept: (session: Session) => boolean, call: () => Promise<unknown>) {
    try {
      await mutate(
        async (shown) => {
          await call();
          return shown?.filter(kept);
        },
        { optimisticData: (shown) => shown?.filter(kept) ?? [], rollbackOnError: true },
      );
      feedback.success(t('account:sessions.ended'));
    } catch (failure) {
      feedback.failure(failure);
    }
  }

  const confirmAll = () =>
    confirm({
      title: t('account:sessions.endAllTitle', { count: others.length }),
      content: t('account:sessions.endAllText'),
      okText: t('account:sessions.endAll'),
      onOk: () => end(({ current }) => current, endOtherSessions),
    });

  return (
    <Panel title={t('account:sessions.title')} description={t('account:sessions.text')}>
      {data === undefined && error === undefined && <Skeleton active paragraph={{ rows: 3 }} />}
      {data === undefined && error !== undefined && <ErrorState error={error} onRetry={() => void mutate()} />}
      {data?.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          onEnd={() =>
            void end(
              ({ id }) => id !== session.id,
              () => endSession(session.id),
            )
          }
        />
      ))}
      {others.length > 0 && (
        <SettingRow title={t('account:sessions.others', { count: others.length })}>
          <Button danger onClick={confirmAll}>
            {t('account:sessions.endAll')}
          </Button>
        </SettingRow>
      )}
    </Panel>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const t = useText();
  const { browser, system, isPhone } = readUserAgent(session.user_agent);
  const device = [browser, system].filter(Boolean).join(' · ') || t('account:sessions.unknownDevice');
  const method = methodText(session.method);
  return (
    <SettingRow
      icon={isPhone ? <MobileOutlined /> : <DesktopOutlined />}
      title={
        <>
          <bdi>{device}</bdi>
          {session.current && <Tag color="success">{t('account:sessions.current')}</Tag>}
        </>
      }
      description={
        <>
          <span className="code">{session.ip}</span>
          {' · '}
          {method === undefined ? session.method : t(method)}
          {session.second_factor && ` + ${t('account:method.secondFactor')}`}
          {' · '}
          {t('account:sessions.seen')} <Moment seconds={session.last_seen_time} age />
        </>
      }
    >
      {!session.current && (
        <Button onClick={onEnd} aria-label={t('account:sessions.endOf', { name: device })}>
          {t('account:sessions.end')}
        </Button>
      )}
    </SettingRow>
  );
}
