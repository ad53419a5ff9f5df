import { Button, Form, Skeleton } from 'antd';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useUnsavedGuard } from '../../../components/use-unsaved-guard.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { prettyJson } from '../../../lib/json-text.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { saveOption, useOptions } from '../api.ts';
import { changeOf, isMap, isValid } from '../changes.ts';
import type { OptionSection } from '../option-fields.ts';
import { OptionInput } from './option-input.tsx';
import styles from './options-editor.module.css';
import { ReviewDialog } from './review-dialog.tsx';

/** Edits one section of the settings: drafts first, a review of what changes, then one call per changed key. */
export function OptionsEditor({ section }: { section: OptionSection }) {
  const t = useText();
  const feedback = useFeedback();
  const { mutate: revalidate } = useSWRConfig();
  const { data, error, mutate } = useOptions(true);
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const [reviewing, setReviewing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const saved = new Map(data?.map(({ key, value }) => [key, value]));
  const fields = section.fields
    .filter(({ key }) => saved.has(key))
    .map((field) => {
      const stored = saved.get(field.key) ?? '';
      const draft = drafts[field.key] ?? (isMap(field) ? prettyJson(stored) : stored);
      return { field, draft, change: changeOf(field, stored, draft), valid: isValid(field, draft) };
    });
  const changes = fields.flatMap(({ change }) => change ?? []);
  const valid = fields.every((field) => field.valid);
  useUnsavedGuard(changes.length > 0);

  if (data === undefined) {
    return (
      <Panel>
        {error === undefined ? (
          <Skeleton active paragraph={{ rows: 8 }} />
        ) : (
          <ErrorState error={error} onRetry={() => void mutate()} />
        )}
      </Panel>
    );
  }

  async function save() {
    setBusy(true);
    setRefusal(undefined);
    try {
      for (const { field, value } of changes) await saveOption(field.key, value);
      setReviewing(false);
      feedback.success(t('settings:saved'));
    } catch (failure) {
      setRefusal(failureText(failure, t));
    }
    // What the server accepted before a refusal is in force: show the truth.
    await Promise.all([mutate(), revalidate('/api/status'), revalidate('/api/group/')]);
    setBusy(false);
  }

  return (
    <Panel title={t(section.title)} description={t(section.text)}>
      <Form layout="vertical" component="div">
        {fields.map(({ field, draft, change }) => (
          <OptionInput
            key={field.key}
            field={field}
            value={draft}
            changed={change !== undefined}
            onChange={(value) => setDrafts((last) => ({ ...last, [field.key]: value }))}
          />
        ))}
      </Form>
      <div className={styles.bar} data-dirty={changes.length > 0}>
        <span className="quiet" aria-live="polite">
          {changes.length === 0 ? t('settings:unchanged') : t('settings:changeCount', { count: changes.length })}
        </span>
        <Button disabled={changes.length === 0} onClick={() => setDrafts({})}>
          {t('settings:discard')}
        </Button>
        <Button
          type="primary"
          disabled={changes.length === 0 || !valid}
          onClick={() => {
            setRefusal(undefined);
            setReviewing(true);
          }}
        >
          {t('settings:review.open')}
        </Button>
      </div>
      {reviewing && (
        <ReviewDialog
          changes={changes}
          busy={busy}
          refusal={refusal}
          onSave={() => void save()}
          onClose={() => setReviewing(false)}
        />
      )}
    </Panel>
  );
}
