import { UploadOutlined } from '@ant-design/icons';
import { Button, Input, Segmented, Upload } from 'antd';
import { useState } from 'react';
import { useText } from '../../../../lib/i18n.ts';
import type { PriceSource } from '../../prices/api.ts';
import styles from './import-dialog.module.css';

type Way = 'address' | 'text';

const publicMap = 'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json';

/** Where a price map comes from: an address that the server reads, a file, or pasted text. */
export function ImportSource({ onChange }: { onChange: (source: PriceSource | undefined) => void }) {
  const t = useText();
  const [way, setWay] = useState<Way>('address');
  const [text, setText] = useState('');

  function change(next: string, by = way) {
    setText(next);
    const trimmed = next.trim();
    if (trimmed === '') onChange(undefined);
    else onChange(by === 'address' ? { address: trimmed } : { map: next });
  }

  return (
    <>
      <p>{t('settings:import.text')}</p>
      <div>
        <Segmented<Way>
          value={way}
          onChange={(next) => {
            setWay(next);
            change('', next);
          }}
          aria-label={t('settings:import.source')}
          options={[
            { value: 'address', label: t('settings:import.address') },
            { value: 'text', label: t('settings:import.paste') },
          ]}
        />
      </div>
      {way === 'address' ? (
        <div>
          <Input
            dir="ltr"
            spellCheck={false}
            value={text}
            placeholder={publicMap}
            aria-label={t('settings:import.address')}
            onChange={(event) => change(event.target.value)}
          />
          {text === '' && (
            <Button type="link" size="small" onClick={() => change(publicMap)}>
              {t('settings:import.usePublic')}
            </Button>
          )}
        </div>
      ) : (
        <>
          <Input.TextArea
            className={styles.text ?? ''}
            dir="ltr"
            spellCheck={false}
            rows={10}
            value={text}
            placeholder={'{ "gpt-4o": { "input_cost_per_token": 0.0000025, "output_cost_per_token": 0.00001 } }'}
            aria-label={t('settings:import.paste')}
            onChange={(event) => change(event.target.value)}
          />
          <div>
            <Upload
              accept=".json,application/json"
              showUploadList={false}
              beforeUpload={(file) => {
                void file.text().then((content) => change(content));
                return false;
              }}
            >
              <Button icon={<UploadOutlined />}>{t('settings:import.file')}</Button>
            </Upload>
          </div>
        </>
      )}
    </>
  );
}
