import { Drawer, type DrawerProps } from 'antd';
import { useLanguage } from '../lib/i18n.ts';
import { directionOf } from '../lib/languages.ts';
import { useIsNarrow } from '../lib/use-media-query.ts';
import { Opened, ReturnFocus } from './opened.tsx';

interface SidePanelProps extends Omit<DrawerProps, 'size' | 'placement'> {
  readonly widthPx: number;
}

/** antd's Drawer where lines end, over the whole of a phone. Begins at its first field and gives the focus back. */
export function SidePanel({ widthPx, children, ...props }: SidePanelProps) {
  const isNarrow = useIsNarrow();
  const isRightToLeft = directionOf(useLanguage()) === 'rtl';
  return (
    <>
      {props.open && <ReturnFocus />}
      <Drawer {...props} size={isNarrow ? '100%' : widthPx} placement={isRightToLeft ? 'left' : 'right'}>
        <Opened>{children}</Opened>
      </Drawer>
    </>
  );
}
