import { isolate } from './isolate.ts';
import type { Language } from './languages.ts';

/** Latin digits in every language, as money and times have them. */
export function localeOf(language: Language): string {
  return language === 'ar' ? 'ar-u-nu-latn' : language;
}

const arabicLetters = /\p{Script=Arabic}/u;

const formats = new Map<string, Intl.NumberFormat>();

/** Formats are dear to make, and few. */
function format(value: number, language: Language, name: string, options: Intl.NumberFormatOptions): string {
  const key = `${language} ${name}`;
  let known = formats.get(key);
  if (known === undefined) {
    known = new Intl.NumberFormat(localeOf(language), options);
    formats.set(key, known);
  }
  const text = known.format(value);
  // Among figures, which read left to right, a unit in Arabic would come before its number.
  return arabicLetters.test(text) ? isolate(text) : text;
}

/** `12,345`. */
export function formatCount(value: number, language: Language): string {
  return format(value, language, 'count', { maximumFractionDigits: 0 });
}

/** `12.3K`, and in the steps of the language: 1.2 of ten thousand in Chinese and Japanese. */
export function formatCompact(value: number, language: Language): string {
  return format(value, language, 'compact', { notation: 'compact', maximumFractionDigits: 1 });
}

/** A part of one as `98.5%`. */
export function formatShare(share: number, language: Language): string {
  return format(share, language, 'share', { style: 'percent', maximumFractionDigits: 1 });
}

/** A difference as `+12.5%`. */
export function formatChange(change: number, language: Language): string {
  return format(change, language, Math.abs(change) < 1 ? 'change' : 'great change', {
    style: 'percent',
    maximumFractionDigits: Math.abs(change) < 1 ? 1 : 0,
    signDisplay: 'exceptZero',
  });
}

/** A signed figure with one digit, such as percentage points. */
export function formatDifference(value: number, language: Language): string {
  return format(value, language, 'difference', { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
}

/** `850ms`, `1.24s`, `62s`, in the units of the language. */
export function formatMilliseconds(ms: number, language: Language): string {
  if (ms < 1_000) {
    return format(ms, language, 'ms', {
      style: 'unit',
      unit: 'millisecond',
      unitDisplay: 'narrow',
      maximumFractionDigits: 0,
    });
  }
  const digits = ms < 10_000 ? 2 : ms < 60_000 ? 1 : 0;
  return format(ms / 1_000, language, `s${digits}`, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    maximumFractionDigits: digits,
  });
}
