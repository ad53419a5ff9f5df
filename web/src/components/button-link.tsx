import { Button, type ButtonProps } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router-dom';

/** A link within the console that looks like a button. */
export function ButtonLink({ to, ...look }: { to: string } & Omit<ButtonProps, 'href' | 'onClick' | 'htmlType'>) {
  const open = useLinkClickHandler<HTMLElement>(to);
  return <Button {...look} href={useHref(to)} onClick={open} />;
}
