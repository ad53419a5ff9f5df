import { Select } from 'antd';
import styles from './model-picker.module.css';

interface ModelPickerProps {
  readonly label: string;
  readonly models: readonly string[];
  readonly value: string;
  readonly onChange: (model: string) => void;
}

/** One of the models that the key may call. */
export function ModelPicker({ label, models, value, onChange }: ModelPickerProps) {
  return (
    <Select
      className={styles.picker ?? ''}
      aria-label={label}
      placeholder={label}
      showSearch
      value={value}
      onChange={onChange}
      popupMatchSelectWidth={false}
      options={models.map((name) => ({ value: name, label: <span className="code">{name}</span> }))}
    />
  );
}
