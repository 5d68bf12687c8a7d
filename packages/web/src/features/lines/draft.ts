import type { endpoints, OutputOf } from '@lianxian/contract';
import {
  goesElsewhere,
  type LineSetting,
  type LineSettings,
  type LineWay,
  lineSettings,
  settingsOf,
  usualLine,
} from '@lianxian/core';
import type { z } from 'zod';
import { usualWeek, type Week } from '../../ui/week/week.ts';

export type Line = OutputOf<typeof endpoints.line.list>['list'][number];
export type Access = Line['access'];

/** A line as it is typed: figures are text until they are sent. */
export interface LineDraft
  extends Omit<LineSettings, Figure | 'behindNat' | 'windows'>,
    Readonly<Record<Figure, string>> {
  readonly name: string;
  readonly address: string;
  readonly password: string;
  /** Of a new line: its first number. */
  readonly callerNumber: string;
  /** Null: as usual for how the line is reached. */
  readonly behindNat: boolean | null;
  /** Null: at any hour. */
  readonly windows: Week | null;
}

const figureNames = ['channels', 'callsPerSecond', 'greetingDelayMs'] as const satisfies readonly LineSetting[];
type Figure = (typeof figureNames)[number];
const typedFigures = (line: Readonly<Record<Figure, number>>) =>
  Object.fromEntries(figureNames.map(name => [name, String(line[name])])) as Record<Figure, string>;

const nothingTyped = { password: '', callerNumber: '' } as const;
export const blankDraft: LineDraft = {
  ...usualLine,
  ...typedFigures(usualLine),
  ...nothingTyped,
  name: '',
  address: '',
  behindNat: null,
  windows: null,
};

export const draftOf = (line: Line): LineDraft => ({
  ...settingsOf(line),
  ...typedFigures(line),
  ...nothingTyped,
  name: line.name,
  address: line.address,
  windows: line.windows,
});

/** Hours as they begin when one says that there are some. */
export const firstWindows: Week = usualWeek;

const fits = (text: string, { least, most }: { readonly least: number; readonly most: number }): boolean =>
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
    channels: !fits(draft.channels, lineSettings.channels),
    callsPerSecond: !fits(draft.callsPerSecond, lineSettings.callsPerSecond),
    greetingDelayMs: !fits(draft.greetingDelayMs, lineSettings.greetingDelayMs),
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
  ...settingsOf(draft),
  name: draft.name,
  address: draft.address,
  password: draft.password,
  ...(id === null && { callerNumber: draft.callerNumber }),
  srtp: draft.srtp ? '1' : '0',
  behindNat: isBehindNat(draft) ? '1' : '0',
  windows: draft.windows?.map(day => day.map(({ from, to }) => ({ from, to }))) ?? [],
  ...(Object.fromEntries(figureNames.map(name => [name, Number(draft[name])])) as Record<Figure, number>),
});
