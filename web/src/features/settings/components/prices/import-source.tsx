import { UploadOutlined } from '@ant-design/icons';
import { Button, Input, Segmented, Upload } from 'antd';
import { useText } from '../../../../lib/i18n.ts';
import type { TypedSource } from '../../prices/typed-source.ts';
import styles from './import-dialog.module.css';

const publicMap = 'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json';

interface ImportSourceProps {
  readonly typed: TypedSource;
  readonly onChange: (typed: TypedSource) => void;
}

/** Where a price map comes from: an address that the server reads, a file, or pasted text. */
export function ImportSource({ typed: { way, text }, onChange }: ImportSourceProps) {
  const t = useText();
  const change = (next: string) => onChange({ way, text: next });

  return (
    <>
      <p>{t('settings:import.text')}</p>
      <div>
        <Segmented<TypedSource['way']>
          value={way}
          onChange={(next) => onChange({ way: next, text: '' })}
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
