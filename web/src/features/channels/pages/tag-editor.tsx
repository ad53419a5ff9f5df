import { useOutletContext, useParams } from 'react-router-dom';
import { TagEditorForm } from '../components/tag-editor-form.tsx';
import { useListAddress } from '../use-list-address.ts';
import type { ChannelsOutlet } from './channels-page.tsx';

/** The editor of a tag, over the list. */
export function TagEditor() {
  const { tag = '' } = useParams();
  const { reload } = useOutletContext<ChannelsOutlet>();
  const open = useListAddress();
  return (
    <TagEditorForm
      key={tag}
      tag={tag}
      onClose={() => open('')}
      onSaved={async () => {
        await reload();
        open('');
      }}
    />
  );
}
