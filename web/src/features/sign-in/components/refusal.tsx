import { Alert } from 'antd';

/** The answer to a refused call, read out when it comes. */
export function Refusal({ text }: { text: string | undefined }) {
  return <div aria-live="polite">{text !== undefined && <Alert type="error" showIcon title={text} />}</div>;
}
