import { maskNumbers, maskPhone } from '@lianxian/core';

/** A message of the network, as `call/ladder` keeps it; `atMs` since the call was placed. */
export interface KeptSip {
  readonly atMs: number;
  readonly way: 'in' | 'out';
  readonly summary: string;
  readonly cseq: string;
  readonly peer: string;
  readonly transport: string;
  readonly text: string;
}

/** Something a machine was told or noted, or a push to watchers; whatever it holds beside its type is shown shortened. */
export interface KeptFact {
  readonly atMs: number;
  readonly by: 'call' | 'event' | 'note' | 'push';
  readonly type: string;
  readonly more: Readonly<Record<string, unknown>>;
}

export interface KeptCall {
  readonly id: string;
  readonly phone: string;
  readonly callerNumber: string;
  /** Line, plan and how it ended, for the head. */
  readonly about: readonly string[];
  readonly sip: readonly KeptSip[];
  readonly facts: readonly KeptFact[];
}

const RUNG = 34;
const MOST_CHARS = 110;

const clipped = (text: string): string => {
  const chars = [...text];
  return chars.length <= MOST_CHARS ? text : `${chars.slice(0, MOST_CHARS - 1).join('')}…`;
};

const arrow = ({ way, summary }: KeptSip): string => {
  const line = '─'.repeat(Math.max(2, RUNG - summary.length));
  return way === 'out' ? `── ${summary} ${line}▶` : `◀${line} ${summary} ──`;
};

/** Words may tell a number in figures or as they are spoken; other values are times and places. */
const moreOf = (more: KeptFact['more'], isFull: boolean): string => {
  const { at: _, type: __, ...rest } = more;
  const shown = (_name: string, value: unknown) => (typeof value === 'string' && !isFull ? maskNumbers(value) : value);
  return Object.keys(rest).length === 0 ? '' : clipped(JSON.stringify(rest, shown));
};

const seconds = (atMs: number): string => (atMs / 1_000).toFixed(3).padStart(9);
const indented = (text: string): readonly string[] =>
  text
    .trimEnd()
    .split(/\r?\n/)
    .map(line => `${' '.repeat(18)}${line}`);

/** Figures that look like a mobile number, wherever they stand. */
const mobile = /(?<!\d)1\d{10}(?!\d)/g;

/**
 * One call as lines of the terminal, in the order of time; of the same moment the network first. Unless `isFull`, phones are
 * masked wherever they stand, and messages are their first line alone.
 */
export const ladderOf = (
  { id, phone, callerNumber, about, sip, facts }: KeptCall,
  isFull: boolean,
): readonly string[] => {
  const rows = [
    ...sip.map(message => ({
      atMs: message.atMs,
      lines: [
        `${seconds(message.atMs)}  SIP    ${arrow(message)}  ${message.cseq}`,
        ...(isFull ? indented(message.text) : []),
      ],
    })),
    ...facts.map(({ atMs, by, type, more }) => ({
      atMs,
      lines: [`${seconds(atMs)}  ${by.padEnd(5)}  ${type} ${moreOf(more, isFull)}`.trimEnd()],
    })),
  ].toSorted((a, b) => a.atMs - b.atMs);
  const far = sip[0];
  const head = [
    `call ${id} · ${[phone, ...about].join(' · ')}`,
    far ? `us ↔ ${far.peer} ${far.transport}` : 'no SIP was kept',
  ];
  const lines = [...head, '', ...rows.flatMap(row => row.lines)];
  return isFull ? lines : lines.map(line => masked(line, [phone, callerNumber]));
};

const masked = (line: string, phones: readonly string[]): string =>
  phones
    .filter(phone => phone !== '')
    .reduce((text, phone) => text.replaceAll(phone, maskPhone(phone)), line)
    .replaceAll(mobile, found => maskPhone(found));
