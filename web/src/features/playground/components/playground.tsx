import { ClearOutlined, CodeOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { PageHeader } from '../../../components/page-header.tsx';
import type { ApiKey } from '../../../lib/api-keys.ts';
import { useText } from '../../../lib/i18n.ts';
import { useUser } from '../../../lib/session.ts';
import { useConfirm } from '../../../lib/use-confirm.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { nextMessages, type Prompt } from '../conversation.ts';
import { readSession, writeSession } from '../stored-session.ts';
import { useConversation } from '../use-conversation.ts';
import type { usePlayAddress } from '../use-play-address.ts';
import { useStickToEnd } from '../use-stick-to-end.ts';
import { PlayToolbar } from './play-toolbar.tsx';
import styles from './playground.module.css';
import { PromptBox } from './prompt-box.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { TurnList } from './turn-list.tsx';

const CodeDialog = lazy(async () => ({ default: (await import('./code-dialog.tsx')).CodeDialog }));

const nothing: Prompt = { text: '', pictures: [] };

interface PlaygroundProps {
  readonly address: ReturnType<typeof usePlayAddress>;
  readonly keys: readonly ApiKey[];
  readonly apiKey: ApiKey;
  /** What the key may call; one at least. */
  readonly models: readonly [string, ...string[]];
}

export function Playground({ address, keys, apiKey, models }: PlaygroundProps) {
  const t = useText();
  const confirm = useConfirm();
  const userId = useUser()?.id ?? 0;
  const roomy = useMediaQuery('(min-width: 1200px)');
  const [first] = useState(() => readSession(sessionStorage, userId));
  const [settings, setSettings] = useState(first.settings);
  const [draft, setDraft] = useState(nothing);
  /** The turn that is written anew. */
  const [edited, setEdited] = useState<number>();
  const [open, setOpen] = useState<'settings' | 'code'>();
  const { turns, running, stop, ...talk } = useConversation(first.turns);
  useStickToEnd(turns, running);

  useEffect(() => {
    if (!running) writeSession(sessionStorage, userId, { turns, settings });
  }, [turns, settings, running, userId]);

  useEffect(() => {
    if (!running) return;
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') stop();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [running, stop]);

  const model = models.includes(address.model) ? address.model : models[0];
  const missing = [address.model, address.versus].find((name) => name !== '' && !models.includes(name));
  const asked: [string, string?] = models.includes(address.versus) ? [model, address.versus] : [model];
  const manner = { dialect: address.dialect, keyId: apiKey.id, settings };

  function write(prompt: Prompt, turn: number | undefined) {
    setDraft(prompt);
    setEdited(turn);
  }

  function send() {
    if (edited !== undefined) talk.cut(edited);
    talk.send({ ...draft, text: draft.text.trim() }, asked as string[], manner);
    write(nothing, undefined);
  }

  function askToClear() {
    confirm({
      title: t('playground:clear.title'),
      content: t('playground:clear.text'),
      okText: t('playground:clear.action'),
      onOk: () => {
        stop();
        talk.clear();
        setEdited(undefined);
      },
    });
  }

  const panel = (
    <SettingsPanel
      keys={keys}
      keyId={apiKey.id}
      onKey={(id) => address.change({ key: String(id) })}
      format={address.dialect.name}
      onFormat={(format) => address.change({ format })}
      settings={settings}
      onSettings={(change) => setSettings((last) => ({ ...last, ...change }))}
    />
  );

  return (
    <>
      <PageHeader
        title={t('playground:title')}
        description={t('playground:text')}
        actions={
          <>
            <Button icon={<CodeOutlined />} onClick={() => setOpen('code')}>
              {t('playground:code.open')}
            </Button>
            <Button icon={<ClearOutlined />} disabled={turns.length === 0} onClick={askToClear}>
              {t('playground:clear.action')}
            </Button>
          </>
        }
      />
      <div className={styles.layout}>
        <div className={styles.talk}>
          <PlayToolbar
            models={models}
            asked={asked}
            missing={missing}
            onModel={(name) => address.change({ model: name })}
            onVersus={(name) => address.change({ versus: name })}
            onSettings={roomy ? undefined : () => setOpen('settings')}
          />
          <TurnList
            turns={turns}
            running={running}
            keyId={apiKey.id}
            onEdit={(turn) => write({ text: turn.text, pictures: turn.pictures }, turn.id)}
            onAgain={(place, last) => talk.again(place, asked[place.column] ?? last, manner)}
          />
          <div className={styles.composer}>
            <PromptBox
              draft={draft}
              onDraft={setDraft}
              running={running}
              editing={edited !== undefined}
              onCancelEdit={() => write(nothing, undefined)}
              onSend={send}
              onStop={stop}
            />
          </div>
        </div>
        {roomy ? (
          <aside className={styles.side} aria-label={t('playground:settings')}>
            {panel}
          </aside>
        ) : (
          <Drawer
            open={open === 'settings'}
            title={t('playground:settings')}
            placement="bottom"
            size="85%"
            onClose={() => setOpen(undefined)}
          >
            {panel}
          </Drawer>
        )}
      </div>
      <Suspense>
        {open === 'code' && (
          <CodeDialog
            dialect={address.dialect}
            request={{ ...settings, model, messages: nextMessages(turns, draft) }}
            apiKey={apiKey}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
