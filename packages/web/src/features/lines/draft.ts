import type { BadField, endpoints, OutputOf } from '@lianxian/contract';
import { type LineSetting, type LineSettings, settingsOf, usualLine } from '@lianxian/core';
import type { z } from 'zod';
import { type KnownLine, lineFaults, lineNeeds } from '../../line/line-rules.ts';
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

/** Fields that have to be filled in, by how the line is reached and whether its password stays. */
export const wantsOf = (draft: LineDraft, known: KnownLine | null): readonly (keyof LineDraft)[] => [
  'channels',
  'callsPerSecond',
  'greetingDelayMs',
  ...lineNeeds(draft, known),
];

/** What the server finds wrong beyond its schema, as far as one can tell here. */
export const checkLine = (draft: LineDraft, known: KnownLine | null): readonly BadField[] => [
  ...lineFaults(draft, known),
  ...(draft.windows?.every(day => day.length === 0) ? [{ field: 'windows', fault: 'few' as const, limit: 1 }] : []),
];

/** These stand behind 高级设置: a fault there opens it. */
export const advancedNames: readonly string[] = ['windows', 'greetingDelayMs', 'domain', 'srtp'];

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
