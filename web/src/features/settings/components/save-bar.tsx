import { App, Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useUnsavedGuard } from '../../../components/use-unsaved-guard.ts';
import { useText } from '../../../lib/i18n.ts';
import { useEditing } from '../editing/editing.tsx';
import { emptySection, problemOf } from '../editing/problem.ts';
import type { SettingsTab } from '../fields/field.ts';
import styles from './save-bar.module.css';

const ReviewDialog = lazy(async () => ({ default: (await import('./review-dialog.tsx')).ReviewDialog }));

/** How many settings differ from what is saved; the way to save or to drop them. */
export function SaveBar({ tab }: { tab: SettingsTab }) {
  const t = useText();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const { states = new Map(), forget, refresh } = useEditing();
  const [reviewing, setReviewing] = useState(false);
  const [busy, setBusy] = useState(false);
  const changed = [...states.values()].filter((state) => state.changed);
  useUnsavedGuard(changed.length > 0);

  async function review() {
    if (changed.length === 0) return void message.info(t('settings:nothingChanged'));
    const wrong = changed.find((state) => problemOf(state, states) !== undefined);
    if (wrong !== undefined) {
      void message.error(t('settings:correctFirst'));
      return void navigate({ search: `?tab=${tab.id}`, hash: wrong.field.key });
    }
    const empty = tab.sections.flatMap((section) => emptySection(section, states) ?? [])[0];
    if (empty !== undefined) return void message.error(t(empty));
    setBusy(true);
    await refresh();
    setBusy(false);
    setReviewing(true);
  }

  return (
    <div className={styles.bar} data-dirty={changed.length > 0}>
      <span className={styles.words} aria-live="polite">
        {changed.length === 0 ? t('settings:unchanged') : t('settings:changeCount', { count: changed.length })}
      </span>
      {/* Always there: a figure counts as the pointer goes down on the button below, which must not move away then. */}
      <Button disabled={changed.length === 0} onClick={() => forget(changed.map(({ field }) => field.key))}>
        {t('settings:discard')}
      </Button>
      <Button type={changed.length > 0 ? 'primary' : 'default'} loading={busy} onClick={() => void review()}>
        {t('settings:review.open')}
      </Button>
      <Suspense>{reviewing && <ReviewDialog onClose={() => setReviewing(false)} />}</Suspense>
    </div>
  );
}
