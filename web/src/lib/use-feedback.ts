import { App } from 'antd';
import { useMemo } from 'react';
import { copyText } from './clipboard.ts';
import { failureText } from './failure-text.ts';
import { ApiError } from './http.ts';
import { useText } from './i18n.ts';

export interface Feedback {
  success(text: string): void;
  /** The answer to a refused call. 401 says nothing: the sign-in page does. */
  failure(error: unknown): void;
  /** Copies and says so; when the browser refuses, shows the text to copy by hand. */
  copy(text: string, shown?: string): Promise<void>;
}

/** Long enough to read a sentence of the server. */
const errorSeconds = 6;

/** Short messages about what just happened. */
export function useFeedback(): Feedback {
  const { message, modal } = App.useApp();
  const t = useText();
  return useMemo(
    () => ({
      success: (text) => void message.success(text),
      failure: (error) => {
        const status = error instanceof ApiError ? error.status : 0;
        if (status === 401) return;
        const text = failureText(error, t);
        if (status === 405) void message.info(text);
        else void message.error(text, errorSeconds);
      },
      copy: async (text, shown) => {
        if (await copyText(text)) {
          void message.success(t('common:copied', { text: shorten(shown ?? text) }));
        } else {
          void message.error(t('common:copyFailed'));
          modal.info({ title: t('common:copyByHand'), content: text, closable: true });
        }
      },
    }),
    [message, modal, t],
  );
}

function shorten(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length < text.length || line.length > 48 ? `${line.slice(0, 48)}…` : line;
}
