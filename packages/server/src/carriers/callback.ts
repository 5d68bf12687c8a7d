import type { ProviderSettings } from '@lianxian/contract';
import type { ReadNews } from '../rooms/sms-sending/index.ts';
import { found, textAt } from './fill.ts';

/** What an HTTP provider tells by calling us: JSON, or fields of a form or of the address. */
const MOST_AT_ONCE = 1_000;

const parsed = (body: string, query: Readonly<Record<string, unknown>>): unknown => {
  const text = body.trim();
  if (text === '') return query;
  if (/^[[{]/.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }
  const fields = Object.fromEntries(new URLSearchParams(text));
  // Some put their JSON into one field.
  const [only, ...others] = Object.values(fields);
  if (others.length === 0 && only !== undefined && /^[[{]/.test(only)) return parsed(only, query);
  return { ...query, ...fields };
};

const rowsAt = (json: unknown, path: string): readonly unknown[] => {
  const rows = found(json, path);
  if (rows === undefined || rows === null) return [];
  return (Array.isArray(rows) ? rows : [rows]).slice(0, MOST_AT_ONCE);
};

const answerOf = (settings: ProviderSettings): string => (settings.kind === 'http' ? settings.answer : '');

export const readNews: ReadNews = (settings, kind, { body, query }) => {
  if (settings.kind !== 'http') return { reports: [], replies: [], answer: '' };
  const json = parsed(body, query);
  const { reports, replies } = settings;
  const answer = answerOf(settings);
  if (kind === 'report' && reports !== undefined) {
    const told = rowsAt(json, reports.list).map(row => {
      const state = textAt(row, reports.state);
      const delivered = reports.delivered.includes(state);
      const code = [state, textAt(row, reports.code)].filter(part => part !== '').join(' ');
      return { ref: textAt(row, reports.ref), delivered, code: delivered ? '' : code };
    });
    return { reports: told.filter(({ ref }) => ref !== ''), replies: [], answer };
  }
  if (kind === 'reply' && replies !== undefined) {
    const told = rowsAt(json, replies.list).map(row => ({
      ref: textAt(row, replies.ref),
      phone: textAt(row, replies.phone),
      text: textAt(row, replies.text),
    }));
    return { reports: [], replies: told.filter(({ phone }) => phone !== ''), answer };
  }
  return { reports: [], replies: [], answer };
};
