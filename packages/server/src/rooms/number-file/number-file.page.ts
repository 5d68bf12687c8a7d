import { callWords, decisionKindWords, type Language, type NumberFile } from '@lianxian/contract';
import { decisionKinds } from '@lianxian/core';
import { fileWords } from './number-file.words.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

interface PageReader {
  readonly language: Language;
  readonly zone: string;
}

type Cells = readonly string[];

const table = (title: string, head: Cells, rows: readonly Cells[], none: string): string => {
  const cells = (of: Cells, tag: 'td' | 'th') => of.map(cell => `<${tag}>${escaped(cell)}</${tag}>`).join('');
  const body = rows.map(row => `<tr>${cells(row, 'td')}</tr>`).join('\n');
  const shown = `<table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>\n${body}\n</tbody></table>`;
  return `<h2>${escaped(title)}</h2>\n${rows.length === 0 ? `<p>${escaped(none)}</p>` : shown}`;
};

const style = `body{font:14px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;color:#111;max-width:1080px;margin:24px auto;padding:0 16px}
h1{font-size:20px}h2{font-size:16px;margin:24px 0 8px}table{width:100%;border-collapse:collapse}
th,td{border:1px solid #999;padding:4px 8px;text-align:left;vertical-align:top;overflow-wrap:anywhere}thead{display:table-header-group}
tr{break-inside:avoid}@media print{body{margin:0;max-width:none}}`;

/** A moment as the merchant's wall clock shows it. */
const clockOf = (zone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return (at: string | null): string => (at === null ? '' : format.format(new Date(at)));
};

/** Its rows as a table shows them, part by part. */
const rowsOf = (file: NumberFile, { language, zone }: PageReader) => {
  const words = fileWords[language];
  const clock = clockOf(zone);
  const kindOf = (kind: string): string => {
    const known = decisionKinds.find(each => each === kind);
    return known === undefined ? '' : decisionKindWords[known][language];
  };
  return {
    tasks: file.tasks.map(task => [
      task.name,
      clock(task.import?.at ?? null),
      task.import?.name ?? '',
      task.text,
      String(task.attempts),
    ]),
    calls: file.calls.map(call => [
      clock(call.at),
      call.incoming ? words.incoming : words.outgoing,
      call.task,
      call.line,
      callWords[language].states[call.state ?? 'live'],
      String(Math.round(call.talkMs / 1_000)),
      call.recorded ? words.recorded : '',
      call.id,
    ]),
    entries: file.entries.map(entry => [
      clock(entry.at),
      entry.list,
      entry.reason,
      entry.until ?? '',
      entry.by,
      entry.callId ?? '',
    ]),
    consents: file.consents.map(one => [clock(one.at), one.source, one.proof, one.until ?? '', clock(one.withdrawnAt)]),
    decisions: file.decisions.map(row => [
      clock(row.at),
      row.task,
      kindOf(row.kind),
      row.text,
      clock(row.until),
      row.rule,
      row.callId ?? '',
    ]),
  };
};

/** All of a file in one page that needs nothing else, for a printer or an authority. */
export const pageOf = (file: NumberFile, reader: PageReader): { readonly title: string; readonly page: string } => {
  const { language } = reader;
  const words = fileWords[language];
  const { heads, none } = words;
  const { tasks, calls, entries, consents, decisions } = rowsOf(file, reader);
  const notes = [words.scopes[file.scope], ...(file.more ? [words.more] : [])];
  const parts = [
    `<h1>${escaped(`${words.title} ${file.phone}`)}</h1>`,
    `<p>${[file.area, ...notes].filter(Boolean).map(escaped).join('<br>')}</p>`,
    table(words.decisions, heads.decisions, decisions, none),
    table(words.calls, heads.calls, calls, none),
    table(words.tasks, heads.tasks, tasks, none),
    table(words.entries, heads.entries, entries, none),
    table(words.consents, heads.consents, consents, none),
  ];
  const head = `<meta charset="utf-8"><title>${escaped(words.title)}</title><style>${style}</style>`;
  const page = `<!doctype html>\n<html lang="${language}"><head>${head}</head>\n<body>\n${parts.join('\n')}\n</body></html>\n`;
  return { title: words.title, page };
};
