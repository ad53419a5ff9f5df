import { SearchOutlined } from '@ant-design/icons';
import { Input, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { useText } from '../../../lib/i18n.ts';
import { type Channel, type TestOutcome, testChannel, useChannelKeys } from '../api.ts';
import { splitList } from '../channel-form.ts';
import styles from './test-panel.module.css';
import { TestRow } from './test-row.tsx';

interface TestPanelProps {
  readonly channel: Channel;
  /** The default model is asked at once. */
  readonly begins: boolean;
  readonly onTested: () => void;
}

const mostShown = 100;

/** The channel's models, each with a test and what came of it. */
export function TestPanel({ channel, begins, onTested }: TestPanelProps) {
  const t = useText();
  const models = splitList(channel.models);
  const usual = channel.test_model || models[0] || '';
  const [keyword, setKeyword] = useState('');
  const [keyId, setKeyId] = useState<number>();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, TestOutcome | 'asked'>>(new Map());
  const names = [usual, ...models.filter((name) => name !== usual)].filter(Boolean);
  const found = names.filter((name) => name.toLowerCase().includes(keyword.trim().toLowerCase()));

  async function ask(model: string) {
    const put = (outcome: TestOutcome | 'asked') => setOutcomes((last) => new Map(last).set(model, outcome));
    put('asked');
    try {
      put(await testChannel(channel.id, model, keyId));
      onTested();
    } catch (error) {
      put({ success: false, message: failureText(error, t), seconds: 0, model, reply: '' });
    }
  }

  const begun = useRef(false);
  useEffect(() => {
    if (!begins || begun.current) return;
    begun.current = true;
    void ask(usual);
  });

  return (
    <div className={styles.panel}>
      <p className="quiet">{t('channels:test.text')}</p>
      <div className={styles.tools}>
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden="true" />}
          placeholder={t('channels:test.search')}
          aria-label={t('channels:test.search')}
          onChange={(event) => setKeyword(event.target.value)}
        />
        {channel.key_mode !== 'single' && <KeyChoice id={channel.id} value={keyId} onChange={setKeyId} />}
      </div>
      <ul className={styles.list}>
        {found.slice(0, mostShown).map((name) => (
          <TestRow
            key={name}
            model={name}
            usual={name === usual}
            outcome={outcomes.get(name)}
            onAsk={() => void ask(name)}
          />
        ))}
      </ul>
      {found.length > mostShown && (
        <p className="quiet">{t('channels:test.more', { shown: mostShown, count: found.length })}</p>
      )}
      {found.length === 0 && <p className="quiet">{t('channels:test.none')}</p>}
    </div>
  );
}

function KeyChoice(props: { id: number; value: number | undefined; onChange: (keyId: number | undefined) => void }) {
  const t = useText();
  const { data } = useChannelKeys(props.id);
  return (
    <Select
      allowClear
      className={styles.key ?? ''}
      placeholder={t('channels:test.anyKey')}
      aria-label={t('channels:field.key')}
      value={props.value}
      onChange={props.onChange}
      options={data?.items.map(({ id, mask }) => ({ value: id, label: <span className="code">{mask}</span> })) ?? []}
    />
  );
}
