import type { endpoints, OutputOf } from '@lianxian/contract';
import { type CallerPick, goesElsewhere, type LineWay, type Rewriting } from '@lianxian/core';
import type { z } from 'zod';
import { usualWeek, type Week } from '../../ui/week/week.ts';

export type Line = OutputOf<typeof endpoints.line.list>['list'][number];
export type Access = Line['access'];
export const accesses = ['address', 'register', 'gateway'] as const satisfies readonly Access[];

/** A line as it is typed: figures are text until they are sent. */
export interface LineDraft {
  readonly name: string;
  readonly access: Access;
  readonly address: string;
  readonly transport: Line['transport'];
  readonly tlsCheck: Line['tlsCheck'];
  readonly srtp: boolean;
  /** Null: as usual for how the line is reached. */
  readonly behindNat: boolean | null;
  readonly domain: string;
  readonly username: string;
  readonly password: string;
  /** Of a new line: its first number. */
  readonly callerNumber: string;
  readonly pick: CallerPick;
  readonly codecs: Line['codecs'];
  readonly keysBy: Line['keysBy'];
  readonly rewriting: Rewriting;
  /** Null: at any hour. */
  readonly windows: Week | null;
  readonly greetingDelayMs: string;
  readonly channels: string;
  readonly callsPerSecond: string;
}

export const blankDraft: LineDraft = {
  name: '',
  access: 'address',
  address: '',
  transport: 'udp',
  tlsCheck: 'ca',
  srtp: false,
  behindNat: null,
  domain: '',
  username: '',
  password: '',
  callerNumber: '',
  pick: 'inTurn',
  codecs: 'PCMA,PCMU',
  keysBy: 'auto',
  rewriting: { strip: '', prefix: '', country: 'none', homeProvince: '' },
  windows: null,
  greetingDelayMs: '500',
  channels: '10',
  callsPerSecond: '5',
};

export const draftOf = (line: Line): LineDraft => ({
  name: line.name,
  access: line.access,
  address: line.address,
  transport: line.transport,
  tlsCheck: line.tlsCheck,
  srtp: line.srtp,
  behindNat: line.behindNat,
  domain: line.domain,
  username: line.username,
  password: '',
  callerNumber: '',
  pick: line.pick,
  codecs: line.codecs,
  keysBy: line.keysBy,
  rewriting: line.rewriting,
  windows: line.windows,
  greetingDelayMs: String(line.greetingDelayMs),
  channels: String(line.channels),
  callsPerSecond: String(line.callsPerSecond),
});

/** Hours as they begin when one says that there are some. */
export const firstWindows: Week = usualWeek;

const figures = { channels: [1, 5_000], callsPerSecond: [1, 200], greetingDelayMs: [0, 5_000] } as const;
type Figure = keyof typeof figures;
const figureNames = Object.keys(figures) as readonly Figure[];
const fits = (text: string, [least, most]: readonly [number, number]): boolean =>
  /^\d{1,5}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

export type Fault = 'name' | 'address' | 'username' | 'password' | 'callerNumber' | 'windows' | Figure;

/** A line as it was saved, as far as it decides whether its password stays. */
export type KnownLine = LineWay & Pick<Line, 'hasPassword'>;

/** Whether the line's password stays where nothing is typed: it is said to no other address, account or way than its own. */
export const keepsPassword = (draft: LineDraft, known: KnownLine | null): boolean =>
  known?.hasPassword === true && !goesElsewhere(known, draft);

/** What keeps the line from being saved; the server checks again. `known`: it is there already. */
export const faultsOf = (draft: LineDraft, known: KnownLine | null): readonly Fault[] => {
  const withAccount = draft.access !== 'address';
  const wrong: Record<Fault, boolean> = {
    name: draft.name.trim() === '',
    address: draft.access !== 'gateway' && draft.address.trim() === '',
    username: withAccount && draft.username.trim() === '',
    password:
      draft.password === '' &&
      (withAccount || (known?.hasPassword === true && draft.username.trim() !== '')) &&
      !keepsPassword(draft, known),
    callerNumber: draft.callerNumber.trim() !== '' && !/^\+?\d{3,20}$/.test(draft.callerNumber.trim()),
    windows: draft.windows?.every(day => day.length === 0) ?? false,
    channels: !fits(draft.channels, figures.channels),
    callsPerSecond: !fits(draft.callsPerSecond, figures.callsPerSecond),
    greetingDelayMs: !fits(draft.greetingDelayMs, figures.greetingDelayMs),
  };
  return (Object.keys(wrong) as Fault[]).filter(each => wrong[each]);
};

/** These stand behind 高级设置: a fault there opens it. */
export const advancedFaults: readonly Fault[] = ['windows', 'greetingDelayMs'];

/** Gateways that register with us mostly sit behind their office's translation. */
export const isBehindNat = ({ behindNat, access }: LineDraft): boolean => behindNat ?? access === 'gateway';

/** What `line/save` is asked. */
export const inputOf = (draft: LineDraft, id: string | null): z.input<typeof endpoints.line.save.input> => ({
  ...(id !== null && { id }),
  name: draft.name,
  access: draft.access,
  address: draft.address,
  transport: draft.transport,
  tlsCheck: draft.tlsCheck,
  srtp: draft.srtp ? '1' : '0',
  behindNat: isBehindNat(draft) ? '1' : '0',
  domain: draft.domain,
  username: draft.username,
  password: draft.password,
  ...(id === null && { callerNumber: draft.callerNumber }),
  pick: draft.pick,
  codecs: draft.codecs,
  keysBy: draft.keysBy,
  rewriting: draft.rewriting,
  windows: draft.windows?.map(day => day.map(({ from, to }) => ({ from, to }))) ?? [],
  ...(Object.fromEntries(figureNames.map(name => [name, Number(draft[name])])) as Record<Figure, number>),
});
