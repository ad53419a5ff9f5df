import { Collapse, Form, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { EditorFooter } from '../../../components/editor-footer.tsx';
import { SidePanel } from '../../../components/side-panel.tsx';
import { useUnsavedGuard } from '../../../components/use-unsaved-guard.ts';
import { useText } from '../../../lib/i18n.ts';
import { useQuotaDisplay } from '../../../lib/site-status.ts';
import { useAttempt } from '../../../lib/use-attempt.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { createTokens, type Token, updateToken } from '../api.ts';
import { changedFields, fieldsFromToken, hasRestrictions, type TokenForm, tokenFromFields } from '../token-form.ts';
import { ExpiryField } from './expiry-field.tsx';
import { GroupField } from './group-field.tsx';
import { QuotaFields } from './quota-fields.tsx';
import { RateFields } from './rate-fields.tsx';
import { RestrictionFields } from './restriction-fields.tsx';
import styles from './token-form-view.module.css';

/** Fields that can be wrong while they are folded away. */
const folded: readonly (string | number)[] = ['addresses', 'deniedAddresses'] satisfies (keyof TokenForm)[];

interface TokenFormViewProps {
  readonly title: string;
  readonly widthPx: number;
  /** Undefined for a new key. */
  readonly token: Token | undefined;
  readonly onClose: () => void;
  readonly onSaved: (made: readonly number[]) => void;
}

export function TokenFormView({ title, widthPx, token, onClose, onSaved }: TokenFormViewProps) {
  const t = useText();
  const feedback = useFeedback();
  const display = useQuotaDisplay();
  const [form] = Form.useForm<TokenForm>();
  const [initial] = useState(() => fieldsFromToken(token, display));
  const [dirty, setDirty] = useState(false);
  const [unfolded, setUnfolded] = useState(() => hasRestrictions(initial));
  const { attempt, busy, refusal } = useAttempt();
  useUnsavedGuard(dirty);

  async function save(values: TokenForm): Promise<readonly number[]> {
    if (token !== undefined) {
      await updateToken(token.id, changedFields(initial, values, display));
      feedback.success(t('tokens:updated'));
      return [];
    }
    const { ids } = await createTokens(tokenFromFields(values, display), values.count ?? 1);
    // Several are shown in a dialog of their own.
    if (ids.length === 1) feedback.success(t('tokens:created'));
    return ids;
  }

  async function submit(values: TokenForm) {
    await attempt(async () => {
      const made = await save({ ...initial, ...values });
      flushSync(() => setDirty(false));
      onSaved(made);
    });
  }

  return (
    <SidePanel
      open
      title={title}
      widthPx={widthPx}
      onClose={onClose}
      mask={{ closable: !dirty }}
      footer={
        <EditorFooter
          submitText={token === undefined ? t('common:create') : t('common:save')}
          busy={busy}
          refusal={refusal}
          onSubmit={form.submit}
          onClose={onClose}
        />
      }
    >
      <Form<TokenForm>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={initial}
        scrollToFirstError={{ behavior: 'smooth', block: 'center' }}
        onValuesChange={() => setDirty(true)}
        onFinish={(values) => void submit(values)}
        onFinishFailed={({ errorFields }) => {
          if (errorFields.some(({ name: [field] }) => field !== undefined && folded.includes(field))) setUnfolded(true);
        }}
      >
        <div className={token === undefined ? styles.named : ''}>
          <Form.Item
            name="name"
            label={t('tokens:field.name')}
            rules={[{ required: true, whitespace: true, message: t('tokens:field.nameNeeded') }]}
          >
            <Input autoFocus maxLength={30} placeholder={t('tokens:field.nameExample')} onPressEnter={form.submit} />
          </Form.Item>
          {token === undefined && (
            <Form.Item name="count" label={t('tokens:field.count')}>
              <InputNumber min={1} max={100} precision={0} className={styles.wide ?? ''} />
            </Form.Item>
          )}
        </div>
        {token === undefined && <CountHint />}
        <QuotaFields />
        <ExpiryField form={form} onChange={() => setDirty(true)} />
        <GroupField />
        <Collapse
          ghost
          className={styles.folds ?? ''}
          activeKey={unfolded ? ['limits'] : []}
          onChange={(keys) => setUnfolded(keys.length > 0)}
          items={[
            {
              key: 'limits',
              forceRender: true,
              label: t('tokens:limits'),
              children: (
                <>
                  <RestrictionFields />
                  <RateFields />
                </>
              ),
            },
          ]}
        />
      </Form>
    </SidePanel>
  );
}

function CountHint() {
  const t = useText();
  const count = Form.useWatch<number | null>('count') ?? 1;
  return count > 1 ? <p className={styles.hint}>{t('tokens:field.countHint', { count })}</p> : null;
}
