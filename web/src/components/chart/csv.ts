import type { FigureTable } from './figure-table.ts';

/** A table as CSV (RFC 4180). A mark in front has spreadsheets read it as Unicode. */
export function csvOf({ columns, rows }: FigureTable): string {
  const lines = [columns.map(({ title }) => title), ...rows.map(({ cells }) => cells.map(({ raw }) => raw))];
  return `\uFEFF${lines.map((line) => line.map(field).join(',')).join('\r\n')}\r\n`;
}

/** Texts that begin like a formula are names from outside: spreadsheets must not run them. */
function field(value: string | number): string {
  const text =
    typeof value === 'string' && /^[=+\-@\t\r]/.test(value) && !isFigure(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function isFigure(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}
