import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { frameAddress } from '../lib/operator-content.ts';
import { ContentFrame } from './content-frame.tsx';

const Markup = lazy(async () => ({ default: (await import('./markup.tsx')).Markup }));

/** What the operator has written: a page elsewhere in a frame, or markdown and HTML. `title` names the frame. */
export function OperatorContent({ text, title }: { text: string; title: string }) {
  const address = frameAddress(text);
  if (address !== undefined) return <ContentFrame address={address} title={title} />;
  return (
    <Suspense fallback={<Skeleton active title={false} />}>
      <Markup text={text} />
    </Suspense>
  );
}
