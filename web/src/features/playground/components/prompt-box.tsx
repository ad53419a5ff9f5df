import { ArrowUpOutlined, BorderOutlined, CloseOutlined, PictureOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useText } from '../../../lib/i18n.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import type { Prompt } from '../conversation.ts';
import {
  addressOf,
  isSendable,
  mostPictureBytes,
  mostPictures,
  pictureTypes,
  readPicture,
  withPictures,
} from '../pictures.ts';
import styles from './prompt-box.module.css';

/** The code of keys that an input method has taken. */
const COMPOSING = 229;

interface PromptBoxProps {
  readonly draft: Prompt;
  /** The change is made to the draft as it is then: while pictures are read, somebody types on. */
  readonly onDraft: (change: (last: Prompt) => Prompt) => void;
  readonly running: boolean;
  /** Whether an earlier prompt is written anew. */
  readonly editing: boolean;
  readonly onCancelEdit: () => void;
  readonly onSend: () => void;
  readonly onStop: () => void;
}

/** Where the next prompt is written: Enter sends, Shift and Enter breaks the line. */
export function PromptBox(props: PromptBoxProps) {
  const { draft, onDraft, running, editing } = props;
  const t = useText();
  const feedback = useFeedback();
  // Keyboards on glass have no Shift and Enter: there Enter breaks the line and the button sends.
  const touch = useMediaQuery('(pointer: coarse)');
  const area = useRef<TextAreaRef>(null);
  const chooser = useRef<HTMLInputElement>(null);
  /** Pictures that are being read. */
  const reading = useRef(0);
  const sendable = !running && (draft.text.trim() !== '' || draft.pictures.length > 0);

  useEffect(() => {
    if (editing) area.current?.focus({ cursor: 'end' });
  }, [editing]);

  async function add(files: readonly File[]) {
    const room = Math.max(0, mostPictures - draft.pictures.length - reading.current);
    const good = files.filter(isSendable).slice(0, room);
    if (good.length < files.length) {
      feedback.failure(
        new Error(
          t('playground:prompt.pictureRefused', { most: mostPictures, megabytes: mostPictureBytes / 1024 ** 2 }),
        ),
      );
    }
    reading.current += good.length;
    try {
      const pictures = await Promise.all(good.map(readPicture));
      onDraft((last) => withPictures(last, pictures));
    } finally {
      reading.current -= good.length;
    }
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'));
    if (files.length === 0) return;
    event.preventDefault();
    void add(files);
  }

  function press(event: KeyboardEvent) {
    // While a word is still being composed, Enter belongs to the input method. In Safari only its code tells.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === COMPOSING;
    if (touch || event.key !== 'Enter' || event.shiftKey || isComposing) return;
    event.preventDefault();
    if (sendable) props.onSend();
  }

  return (
    <div className={styles.box}>
      {editing && (
        <div className={styles.editing}>
          <span>{t('playground:prompt.editing')}</span>
          <Button type="text" size="small" icon={<CloseOutlined />} onClick={props.onCancelEdit}>
            {t('common:cancel')}
          </Button>
        </div>
      )}
      {draft.pictures.length > 0 && (
        <ul className={styles.pictures}>
          {draft.pictures.map((picture, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two pictures may have one name
            <li key={index} className={styles.picture}>
              <img src={addressOf(picture)} alt={picture.name} />
              <Button
                size="small"
                shape="circle"
                className={styles.remove ?? ''}
                icon={<CloseOutlined />}
                aria-label={t('playground:prompt.removePicture', { name: picture.name })}
                onClick={() =>
                  onDraft((last) => ({ ...last, pictures: last.pictures.filter((other) => other !== picture) }))
                }
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.line}>
        <input
          ref={chooser}
          type="file"
          accept={pictureTypes.join()}
          multiple
          hidden
          onChange={({ target }) => {
            void add([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        <Button
          type="text"
          className={styles.button ?? ''}
          icon={<PictureOutlined />}
          aria-label={t('playground:prompt.addPicture')}
          title={t('playground:prompt.addPicture')}
          disabled={draft.pictures.length >= mostPictures}
          onClick={() => chooser.current?.click()}
        />
        <Input.TextArea
          ref={area}
          className={styles.text ?? ''}
          {...(draft.text === '' ? {} : { dir: 'auto' })}
          variant="borderless"
          autoSize={{ minRows: 1, maxRows: 10 }}
          aria-label={t('playground:prompt.label')}
          placeholder={t('playground:prompt.placeholder')}
          value={draft.text}
          onChange={({ target }) => onDraft((last) => ({ ...last, text: target.value }))}
          onKeyDown={press}
          onPaste={paste}
        />
        {running ? (
          <Button
            shape="circle"
            className={styles.button ?? ''}
            icon={<BorderOutlined />}
            aria-label={t('playground:prompt.stop')}
            title={t('playground:prompt.stop')}
            onClick={props.onStop}
          />
        ) : (
          <Button
            type="primary"
            shape="circle"
            className={styles.button ?? ''}
            icon={<ArrowUpOutlined />}
            aria-label={t('playground:prompt.send')}
            title={t('playground:prompt.send')}
            disabled={!sendable}
            onClick={props.onSend}
          />
        )}
      </div>
    </div>
  );
}
