import { EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import type { Prompt } from '../conversation.ts';
import { addressOf } from '../pictures.ts';
import styles from './prompt-view.module.css';

/** What the person asked, with its pictures. */
export function PromptView({ prompt, onEdit }: { prompt: Prompt; onEdit?: () => void }) {
  const t = useText();
  return (
    <div className={styles.row}>
      {onEdit !== undefined && (
        <Button
          type="text"
          className={styles.edit ?? ''}
          icon={<EditOutlined />}
          aria-label={t('playground:prompt.edit')}
          title={t('playground:prompt.edit')}
          onClick={onEdit}
        />
      )}
      <div className={styles.prompt}>
        {prompt.pictures.length > 0 && (
          <div className={styles.pictures}>
            {prompt.pictures.map((picture, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two pictures may have one name
              <img key={index} className={styles.picture} src={addressOf(picture)} alt={picture.name} />
            ))}
          </div>
        )}
        {prompt.text !== '' && (
          <p className={styles.text} dir="auto">
            {prompt.text}
          </p>
        )}
      </div>
    </div>
  );
}
