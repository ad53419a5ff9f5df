import { CodeOutlined, CopyOutlined } from '@ant-design/icons';
import { Button, Dropdown, Space } from 'antd';
import { useState } from 'react';
import { useModelNames } from '../../../lib/catalogue.ts';
import { useText } from '../../../lib/i18n.ts';
import { useServerAddress } from '../../../lib/site-status.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { revealKey, type Token } from '../api.ts';
import { type SampleUse, samples } from '../samples.ts';

/** The model a sample names: one the key may call, a chat model when the names tell. */
export function useSampleModel(token: Token): string {
  const all = useModelNames();
  const limited = token.model_limits_enabled ? token.model_limits.split(',').filter(Boolean) : [];
  const names = limited.length > 0 ? limited : all;
  return names.find((name) => /^(gpt|claude|deepseek|gemini)/.test(name)) ?? names[0] ?? 'gpt-4o-mini';
}

/** Masked key with copy button, and a menu of ready samples. The key is fetched at the moment of copying. */
export function TokenKey({ token, onShowSamples }: { token: Token; onShowSamples: () => void }) {
  const t = useText();
  const feedback = useFeedback();
  const address = useServerAddress();
  const model = useSampleModel(token);
  const [busy, setBusy] = useState(false);

  async function copy(write: (use: SampleUse) => string, shown: string) {
    setBusy(true);
    try {
      const key = await revealKey(token.id);
      await feedback.copy(write({ address, key, model }), shown);
    } catch (error) {
      feedback.failure(error);
    } finally {
      setBusy(false);
    }
  }

  const items = [
    { key: 'key', icon: <CopyOutlined />, label: t('tokens:copy.key') },
    { type: 'divider' as const },
    ...samples.map(({ id, name }) => ({ key: id, label: t('tokens:copy.sample', { name }) })),
    { type: 'divider' as const },
    { key: 'show', icon: <CodeOutlined />, label: t('tokens:copy.show') },
  ];

  function choose(id: string) {
    const sample = samples.find((candidate) => candidate.id === id);
    if (sample !== undefined) void copy(sample.write, sample.name);
    else if (id === 'show') onShowSamples();
    else void copy(({ key }) => key, token.key);
  }

  return (
    <Space.Compact size="small">
      <Button
        icon={<CopyOutlined />}
        loading={busy}
        iconPlacement="end"
        onClick={() => choose('key')}
        aria-label={t('tokens:copy.keyOf', { name: token.name })}
      >
        <span className="code">{token.key}</span>
      </Button>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items, onClick: ({ key }) => choose(key) }}>
        <Button icon={<CodeOutlined />} aria-label={t('tokens:copy.more', { name: token.name })} />
      </Dropdown>
    </Space.Compact>
  );
}
