import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { Button, Radio, Select, Switch, Tabs } from 'antd';
import { useState } from 'react';
import { CodeBlock } from '../../../components/code-block.tsx';
import { Copyable } from '../../../components/copyable.tsx';
import { type ApiKey, revealKey } from '../../../lib/api-keys.ts';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { useKeyModels } from '../../../lib/model-offers.ts';
import { useServerAddress } from '../../../lib/site-status.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { modelFor, samples } from '../samples/index.ts';
import { type SampleKind, type SampleUse, sampleKinds } from '../samples/sample.ts';
import styles from './samples.module.css';

const kindTexts: Record<SampleKind, TextKey> = {
  code: 'tokens:samples.code',
  agents: 'tokens:samples.agents',
  apps: 'tokens:samples.apps',
};

/** How clients are set up with one key: shown with the masked key, copied with the real one. */
export function Samples({ token }: { token: ApiKey }) {
  const t = useText();
  const feedback = useFeedback();
  const address = useServerAddress();
  const models = useKeyModels(token) ?? [];
  const [kind, setKind] = useState<SampleKind>('code');
  const [chosen, setChosen] = useState<Partial<Record<SampleKind, string>>>({});
  const [model, setModel] = useState<string>();
  const [stream, setStream] = useState(true);
  const [revealed, setRevealed] = useState<string>();

  const offered = samples.filter((sample) => sample.kind === kind);
  const sample = offered.find(({ id }) => id === chosen[kind]) ?? offered[0];
  if (sample === undefined) return null;
  const use: SampleUse = {
    address,
    stream,
    model: model ?? modelFor(sample, models),
    key: revealed ?? token.key,
  };
  const pieces = sample.write(use);

  async function reveal() {
    try {
      setRevealed(await revealKey(token.id));
    } catch (error) {
      feedback.failure(error);
    }
  }

  async function copy(index: number) {
    try {
      const key = revealed ?? (await revealKey(token.id));
      await feedback.copy(sample?.write({ ...use, key })[index]?.text ?? '', sample?.name);
    } catch (error) {
      feedback.failure(error);
    }
  }

  return (
    <div className={styles.samples}>
      <div className={styles.facts}>
        <div className={styles.fact}>
          <span className={styles.label}>{t('tokens:samples.base')}</span>
          <Copyable text={`${address}${sample.base}`} marked />
        </div>
        <div className={styles.fact}>
          <span className={styles.label}>{t('tokens:samples.key')}</span>
          <span className={styles.key}>
            <span className={`code ${styles.value}`}>{use.key}</span>
            <Button
              type="text"
              size="small"
              icon={revealed === undefined ? <EyeOutlined /> : <EyeInvisibleOutlined />}
              aria-label={revealed === undefined ? t('tokens:samples.reveal') : t('tokens:samples.hide')}
              onClick={() => (revealed === undefined ? void reveal() : setRevealed(undefined))}
            />
          </span>
        </div>
      </div>
      <Tabs
        activeKey={kind}
        onChange={(key) => setKind(key as SampleKind)}
        items={sampleKinds.map((key) => ({ key, label: t(kindTexts[key]) }))}
      />
      <Radio.Group
        className={styles.clients ?? ''}
        aria-label={t('tokens:samples.client')}
        optionType="button"
        value={sample.id}
        onChange={({ target }) => setChosen((last) => ({ ...last, [kind]: String(target.value) }))}
        options={offered.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <div className={styles.choices}>
        <Select
          className={styles.model ?? ''}
          aria-label={t('tokens:samples.model')}
          showSearch
          value={use.model}
          onChange={setModel}
          options={models.map((value) => ({ value, label: <span className="code">{value}</span> }))}
        />
        {sample.streams === true && (
          <span className={styles.stream}>
            <Switch size="small" checked={stream} onChange={setStream} aria-label={t('tokens:samples.stream')} />
            {t('tokens:samples.stream')}
          </span>
        )}
      </div>
      <div className={styles.pieces}>
        {pieces.map(({ place, text }, index) => (
          <CodeBlock
            key={place ?? sample.id}
            title={place ?? sample.name}
            text={text}
            onCopy={() => void copy(index)}
          />
        ))}
      </div>
      <p className={styles.note}>
        {sample.note !== undefined && t(sample.note)}{' '}
        {sample.base === '' ? t('tokens:samples.withoutVersion') : t('tokens:samples.withVersion')}
      </p>
    </div>
  );
}
