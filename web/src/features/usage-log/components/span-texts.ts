import type { TextKey } from '../../../lib/i18n.ts';
import type { Span } from '../log-query.ts';

export const spanTexts: Record<Span, TextKey> = {
  today: 'log:span.today',
  day: 'log:span.day',
  week: 'log:span.week',
  month: 'log:span.month',
};
