import { InputNumber, type InputNumberProps } from 'antd';
import { useQuotaDisplay } from '../../../lib/site-status.ts';

/** An amount, typed as the site shows amounts: dollars, or quota. Exact, hence a text. */
export function AmountInput(props: InputNumberProps<string>) {
  const display = useQuotaDisplay();
  return (
    <InputNumber<string>
      {...props}
      stringMode
      min="0"
      controls={false}
      style={{ width: '100%' }}
      prefix={display.inCurrency ? '$' : undefined}
    />
  );
}
