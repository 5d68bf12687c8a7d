import type { BadField } from '@lianxian/contract';
import {
  accessFaults,
  accessNeeds,
  type LineSettings,
  type LineWay,
  readOwnNumbers,
  storedPassword,
} from '@lianxian/core';

/** A line as it was saved, as far as it decides whether its password stays. */
export type KnownLine = LineWay & { readonly hasPassword: boolean };

/** A line as a form has it, as far as it says how one reaches it. */
interface TypedLine extends LineWay, Pick<LineSettings, 'srtp'> {
  readonly password: string;
  /** Of a new line: its first number. */
  readonly callerNumber: string;
}

const accessOf = (line: TypedLine, known: KnownLine | null) => ({
  ...line,
  password: { typed: line.password, stored: storedPassword(known, line) },
});

/** What a form of lines asks for, by how the line is reached and whether its password stays. */
export const lineNeeds = (line: TypedLine, known: KnownLine | null) => accessNeeds(accessOf(line, known));

/** What the server would find wrong with it beyond its schema, as far as one can tell here: the server's own rules. */
export const lineFaults = (line: TypedLine, known: KnownLine | null): readonly BadField[] => [
  ...accessFaults(accessOf(line, known)),
  ...(readOwnNumbers(line.callerNumber).ok ? [] : [{ field: 'callerNumber', fault: 'ownNumber' as const }]),
];
