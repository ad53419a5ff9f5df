import { Switch } from 'antd';
import { useId } from 'react';
import { StatusDot, type Tone } from '../../../components/status-dot.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import type { LiveState } from '../use-live-log.ts';
import styles from './live-switch.module.css';

const states: Record<Exclude<LiveState, 'off'>, { text: TextKey; tone: Tone }> = {
  running: { text: 'log:live.running', tone: 'good' },
  scrolled: { text: 'log:live.scrolled', tone: 'quiet' },
  failed: { text: 'log:live.failed', tone: 'warning' },
};

interface LiveSwitchProps {
  readonly state: LiveState;
  readonly fresh: number;
  /** The period has ended: nothing new can come. */
  readonly disabled: boolean;
  readonly onChange: (on: boolean) => void;
}

/** Turns the live log on, and says how it goes and what has come. */
export function LiveSwitch({ state, fresh, disabled, onChange }: LiveSwitchProps) {
  const t = useText();
  const label = useId();
  const shown = state === 'off' ? undefined : states[state];
  return (
    <div className={styles.live}>
      <Switch
        size="small"
        checked={state !== 'off'}
        disabled={disabled}
        aria-labelledby={label}
        onChange={(on) => onChange(on)}
      />
      <span id={label}>{t('log:live.title')}</span>
      <span className={styles.state} role="status">
        {shown !== undefined && (
          <StatusDot tone={shown.tone}>
            {t(shown.text)}
            {fresh > 0 && ` · ${t('log:live.fresh', { rows: fresh })}`}
          </StatusDot>
        )}
      </span>
    </div>
  );
}
