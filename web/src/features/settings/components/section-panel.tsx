import { Alert, Skeleton } from 'antd';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useEditing } from '../editing/editing.tsx';
import type { OptionSection, SectionId } from '../fields/field.ts';
import { HistoryDrawer, type HistorySubject } from './history-drawer.tsx';
import { OptionRow } from './option-row.tsx';
import { SectionTools } from './section-tools.tsx';

/** Sections whose settings are one thing and edited as one. */
const editors: Partial<Record<SectionId, ComponentType<{ onHistory: (subject: HistorySubject) => void }>>> = {
  groups: lazy(async () => ({ default: (await import('./groups/groups-editor.tsx')).GroupsEditor })),
  models: lazy(async () => ({ default: (await import('./prices/prices-editor.tsx')).PricesEditor })),
};

/** One section: its settings, and what can be done with them. */
export function SectionPanel({ section }: { section: OptionSection }) {
  const t = useText();
  const { states, error, refresh } = useEditing();
  const [history, setHistory] = useState<HistorySubject>();
  const Editor = editors[section.id];
  if (states === undefined) {
    return (
      <Panel title={t(section.title)} description={t(section.text)}>
        {error === undefined ? <Waiting /> : <ErrorState error={error} onRetry={() => void refresh()} />}
      </Panel>
    );
  }
  const own = section.fields.flatMap(({ key }) => states.get(key) ?? []);
  const isLocked = own.every(({ definition }) => definition === undefined);
  return (
    <Panel title={t(section.title)} description={t(section.text)}>
      {isLocked && <Alert type="info" showIcon title={t('settings:locked.section')} />}
      {Editor === undefined ? (
        own.map((state) => <OptionRow key={state.field.key} state={state} onHistory={() => setHistory(state.field)} />)
      ) : (
        <Suspense fallback={<Waiting />}>
          <Editor onHistory={setHistory} />
        </Suspense>
      )}
      {/* The log of the gateway is for administrators too. */}
      {(!isLocked || section.id === 'usdt') && <SectionTools section={section} />}
      {history !== undefined && <HistoryDrawer subject={history} onClose={() => setHistory(undefined)} />}
    </Panel>
  );
}

function Waiting() {
  return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
}
