import { Form, Select } from 'antd';
import { useText } from '../../../lib/i18n.ts';
import { useSelfGroups } from '../api.ts';
import styles from './group-field.module.css';

/** The group that decides a key's channels and prices, with its description and factor. */
export function GroupField() {
  const t = useText();
  const groups = useSelfGroups();
  return (
    <Form.Item name="group" label={t('tokens:field.group')} extra={t('tokens:field.groupHint')}>
      <Select
        allowClear
        showSearch
        placeholder={t('tokens:ownGroup')}
        loading={groups.isLoading}
        options={Object.entries(groups.data ?? {}).map(([value, { desc, ratio }]) => ({
          value,
          label: desc === '' || desc === value ? value : `${value} · ${desc}`,
          ratio: String(ratio),
        }))}
        optionRender={({ label, data }) => (
          <span className={styles.option}>
            <span className={styles.label}>{label}</span>
            <span className="figures quiet">×{data.ratio}</span>
          </span>
        )}
      />
    </Form.Item>
  );
}
