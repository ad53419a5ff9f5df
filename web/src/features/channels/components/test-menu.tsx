import { DownOutlined, ThunderboltOutlined } from '@ant-design/icons';
import { Button, Dropdown, Space } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import type { Channel } from '../api.ts';
import { splitList } from '../channel-form.ts';

/** Tests a channel with its default model, or with one chosen from its models. */
export function TestMenu(props: { channel: Channel; busy: boolean; onTest: (model: string) => void }) {
  const t = useText();
  const { channel, busy, onTest } = props;
  const items = splitList(channel.models).map((model) => ({
    key: model,
    label: <span className="code">{model}</span>,
  }));
  return (
    <Space.Compact size="small">
      <Button
        icon={<ThunderboltOutlined />}
        loading={busy}
        onClick={() => onTest('')}
        aria-label={t('channels:test.of', { name: channel.name })}
        title={t('channels:test.action')}
      />
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{ items, onClick: ({ key }) => onTest(key), style: { maxHeight: 320, overflowY: 'auto' } }}
      >
        <Button
          icon={<DownOutlined />}
          disabled={busy}
          aria-label={t('channels:test.choose', { name: channel.name })}
        />
      </Dropdown>
    </Space.Compact>
  );
}
