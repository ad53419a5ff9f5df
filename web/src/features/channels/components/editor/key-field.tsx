import { UploadOutlined } from '@ant-design/icons';
import { Button, Form, type FormInstance, Input, Radio, Upload } from 'antd';
import { useText } from '../../../../lib/i18n.ts';
import { parseJsonObject } from '../../../../lib/json-text.ts';
import { type ChannelForm, countKeys } from '../../channel-form.ts';
import { Hint } from './hint.tsx';
import styles from './key-field.module.css';

/** Google's key files are whole JSON documents. */
const VERTEX = 41;

interface KeyFieldProps {
  readonly form: FormInstance<ChannelForm>;
  readonly isNew: boolean;
  /** The shape of a key of this kind. */
  readonly hint: string;
}

/** The upstream's key. A new channel may bring several: a channel each, or one channel with all of them. */
export function KeyField({ form, isNew, hint }: KeyFieldProps) {
  const t = useText();
  const type = Form.useWatch('type', form);
  const count = countKeys(Form.useWatch('key', form) ?? '');

  async function readFile(file: File) {
    const text = await file.text();
    if (parseJsonObject(text) === undefined) form.setFields([{ name: 'key', errors: [t('channels:keyFile.wrong')] }]);
    else form.setFields([{ name: 'key', value: text.trim(), errors: [], touched: true }]);
  }

  return (
    <>
      <Form.Item
        name="key"
        label={t('channels:field.key')}
        extra={
          <>
            {isNew ? t('channels:field.keyHint') : t('channels:field.keyKept')}
            {hint !== '' && (
              <>
                {' '}
                <Hint text={hint} />
              </>
            )}
          </>
        }
        rules={[{ required: isNew, whitespace: true, message: t('channels:nameAndKeyNeeded') }]}
      >
        <Input.TextArea
          className={styles.key ?? ''}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          autoSize={{ minRows: 2, maxRows: 8 }}
        />
      </Form.Item>
      {type === VERTEX && (
        <Form.Item>
          <Upload
            accept=".json,application/json"
            showUploadList={false}
            beforeUpload={(file) => {
              void readFile(file);
              return false;
            }}
          >
            <Button icon={<UploadOutlined />}>{t('channels:keyFile.choose')}</Button>
          </Upload>
        </Form.Item>
      )}
      {isNew && count > 1 && (
        <Form.Item name="keyMode" label={t('channels:keyMode.label', { count })}>
          <Radio.Group
            className={styles.modes ?? ''}
            options={[
              { value: 'single', label: t('channels:keyMode.single') },
              { value: 'random', label: t('channels:keyMode.random') },
              { value: 'round_robin', label: t('channels:keyMode.roundRobin') },
            ]}
          />
        </Form.Item>
      )}
    </>
  );
}
