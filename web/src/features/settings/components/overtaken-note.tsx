import { Alert, Button, Space } from 'antd';
import { EntryChanges } from '../../../components/entry-changes.tsx';
import { entryChanges } from '../../../lib/entry-changes.ts';
import { useText } from '../../../lib/i18n.ts';
import type { OptionState } from '../editing/draft.ts';
import { useEditing } from '../editing/editing.tsx';

/** Somebody else saved this setting meanwhile: what they changed, and whose value it shall be. */
export function OvertakenNote({ state }: { state: OptionState }) {
  const t = useText();
  const { forget, rebase } = useEditing();
  const { field, definition, draft, saved } = state;
  const theirs = definition?.secret === true ? [] : entryChanges(draft?.base ?? '', saved);
  return (
    <Alert
      type="warning"
      showIcon
      title={t('settings:overtaken.title', { name: definition?.changed_by ?? '' })}
      description={
        <Space orientation="vertical" size={12}>
          {theirs.length > 0 && <EntryChanges changes={theirs} />}
          <Space wrap>
            <Button size="small" onClick={() => forget([field.key])}>
              {t('settings:overtaken.theirs')}
            </Button>
            <Button size="small" onClick={() => rebase(field.key)}>
              {t('settings:overtaken.mine')}
            </Button>
          </Space>
        </Space>
      }
    />
  );
}
