import { ColumnWidthOutlined, SettingOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import { ModelPicker } from './model-picker.tsx';
import styles from './play-toolbar.module.css';

interface PlayToolbarProps {
  readonly models: readonly string[];
  /** One model, or two side by side. */
  readonly asked: readonly [string, string?];
  /** A model of the address that the key does not reach. */
  readonly missing: string | undefined;
  readonly onModel: (model: string) => void;
  /** '' for none. */
  readonly onVersus: (model: string) => void;
  /** Absent where the settings stand beside the conversation. */
  readonly onSettings: (() => void) | undefined;
}

/** Who is asked. */
export function PlayToolbar({ models, asked, missing, onModel, onVersus, onSettings }: PlayToolbarProps) {
  const t = useText();
  const [model, versus] = asked;
  const other = models.find((name) => name !== model);
  return (
    <>
      <div className={styles.models}>
        <ModelPicker label={t('playground:model')} models={models} value={model} onChange={onModel} />
        {versus !== undefined && (
          <ModelPicker label={t('playground:secondModel')} models={models} value={versus} onChange={onVersus} />
        )}
        <Button
          icon={<ColumnWidthOutlined />}
          aria-pressed={versus !== undefined}
          className={versus === undefined ? '' : `${styles.pressed}`}
          disabled={other === undefined}
          onClick={() => onVersus(versus === undefined ? (other ?? '') : '')}
        >
          {t('playground:compare')}
        </Button>
        {onSettings !== undefined && (
          <Button icon={<SettingOutlined />} onClick={onSettings}>
            {t('playground:settings')}
          </Button>
        )}
      </div>
      {missing !== undefined && (
        <Alert type="warning" showIcon title={t('playground:notReached', { model: missing })} />
      )}
    </>
  );
}
