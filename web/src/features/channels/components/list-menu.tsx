import {
  ClearOutlined,
  DollarOutlined,
  MoreOutlined,
  ReloadOutlined,
  TagsOutlined,
  ThunderboltOutlined,
  ToolOutlined,
} from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useSWRConfig } from 'swr';
import { useText } from '../../../lib/i18n.ts';
import { useConfirm } from '../../../lib/use-confirm.ts';
import { useFeedback } from '../../../lib/use-feedback.ts';
import { beginRun, deleteDisabledChannels, fixChannels, type RunKind, runProgressPath } from '../api.ts';

interface ListMenuProps {
  readonly reload: () => Promise<unknown>;
  readonly onSetTag: () => void;
}

/** What is done to all channels at once. */
export function ListMenu({ reload, onSetTag }: ListMenuProps) {
  const t = useText();
  const feedback = useFeedback();
  const confirm = useConfirm();
  const { mutate } = useSWRConfig();

  async function attempt(work: () => Promise<string>) {
    try {
      const done = await work();
      await reload();
      feedback.success(done);
    } catch (error) {
      feedback.failure(error);
    }
  }

  const begin = (kind: RunKind) =>
    attempt(async () => {
      const { total } = await beginRun(kind);
      await mutate(runProgressPath(kind));
      return t('channels:run.begun', { count: total });
    });

  function confirmDelete() {
    confirm({
      title: t('channels:deleteDisabled.title'),
      content: t('channels:deleteDisabled.text'),
      onOk: () => attempt(async () => t('channels:deleteDisabled.done', { count: await deleteDisabledChannels() })),
    });
  }

  const choices: Record<string, () => unknown> = {
    refresh: reload,
    test: () => begin('test'),
    balance: () => begin('balance'),
    tag: onSetTag,
    delete: confirmDelete,
    fix: () => attempt(async () => t('channels:fix.done', { count: await fixChannels() })),
  };
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'refresh', icon: <ReloadOutlined />, label: t('common:refresh') },
          { type: 'divider' },
          { key: 'test', icon: <ThunderboltOutlined />, label: t('channels:run.testAll') },
          { key: 'balance', icon: <DollarOutlined />, label: t('channels:run.balanceAll') },
          { key: 'tag', icon: <TagsOutlined />, label: t('channels:batch.setTag') },
          { key: 'fix', icon: <ToolOutlined />, label: t('channels:fix.action') },
          { type: 'divider' },
          { key: 'delete', danger: true, icon: <ClearOutlined />, label: t('channels:deleteDisabled.action') },
        ],
        onClick: ({ key }) => void choices[key]?.(),
      }}
    >
      <Button icon={<MoreOutlined />} aria-label={t('channels:menu')} title={t('channels:menu')} />
    </Dropdown>
  );
}
