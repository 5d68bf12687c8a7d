import { callEndpoints, holds, type InputOf, type mendEndpoints, type ToldLine } from '@lianxian/contract';
import { maskLines } from '@lianxian/core';
import type { TestConversation } from '@lianxian/core/simulation';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { shownText } from '../learning/index.ts';
import { findRunningCall, findTalkedCall, testOfCall } from '../talks/index.ts';
import type { MendWish } from './mend.policy.ts';

/** A line that was heard wrong, wherever it was said. */
export interface MendedLine {
  readonly planId: string;
  readonly callId: string | null;
  readonly line: MendWish['line'];
  /** What of it may be written into a plan. */
  readonly shown: string;
  /** The talk up to it, as a test that expects nothing; null: it is not known, or nobody asked yet when it was said. */
  readonly test: TestConversation | null;
}

type Where = Pick<
  InputOf<typeof mendEndpoints.ways>,
  'callId' | 'line' | 'lines' | 'planId' | 'node' | 'text' | 'date' | 'minuteOfDay'
>;
type Talked = Partial<Pick<InputOf<typeof mendEndpoints.keep>, 'moves' | 'variables'>>;

export const lineOf = (where: Where & Talked, context: SignedInContext): Promise<MendedLine> | MendedLine =>
  where.callId === undefined ? lineOfTalk(where) : lineOfCall({ ...where, callId: where.callId }, context);

const lineOfTalk = ({
  planId,
  node,
  text,
  date,
  minuteOfDay,
  moves = [],
  variables = {},
}: Where & Talked): MendedLine => {
  if (planId === undefined || node === undefined || text === undefined) throw refuse('lineGone');
  const isSaid = moves.length > 0;
  const day = date === undefined ? {} : { date };
  return {
    planId,
    callId: null,
    line: { node, text, asked: date === undefined ? null : { date, minute: minuteOfDay } },
    shown: shownText(text, ''),
    test: isSaid ? { variables, minuteOfDay, ...day, moves, world: 'succeeds', expects: {} } : null,
  };
};

type Transcript = Parameters<typeof testOfCall>[0]['transcript'];

/** Who may not read the call's record has no such line, and who may reads it as `call/detail` shows it. */
const lineOfCall = async (
  { callId, line: number, lines: told }: Pick<Where, 'line' | 'lines'> & { readonly callId: string },
  { db, session }: SignedInContext,
): Promise<MendedLine> => {
  if (!holds(session, callEndpoints.detail.right)) throw refuse('noRight');
  // In this order: it may be filed in between.
  const call = (told.length > 0 && (await callAsTold(db, callId, told))) || (await findTalkedCall(db, callId));
  if (call === undefined) throw refuse('notFound', { what: 'callRecord' });
  const lines = call.lines as Transcript;
  const at = lines.findIndex(({ line, speaker }) => line === number && speaker === 'callee');
  const said = lines[at];
  if (said === undefined) throw refuse('lineGone');
  const ofCallee = lines.filter(({ speaker }) => speaker === 'callee');
  // One number may be told in several lines.
  const masked = maskLines(ofCallee.map(({ text }) => text))[ofCallee.indexOf(said)] ?? '';
  const talked = testOfCall({
    variables: call.variables,
    date: call.date,
    minuteOfDay: call.minuteOfDay,
    level: null,
    hungUpBy: null,
    transcript: lines.slice(0, at + 1),
    path: [],
    answers: [],
    variableOf: () => undefined,
  });
  const isLast = lines.slice(0, at).some(({ speaker }) => speaker === 'robot') && talked.moves.length > 0;
  return {
    planId: call.planId,
    callId,
    line: { node: said.node, text: said.text, asked: { date: call.date, minute: call.minuteOfDay } },
    shown: shownText(masked, call.calleeName),
    test: isLast ? { ...talked, expects: {} } : null,
  };
};

/** A call that still runs has no record: what was said in it is known of who watches it. */
const callAsTold = async (db: MerchantDb, callId: string, told: readonly ToldLine[]) => {
  const call = await findRunningCall(db, callId);
  return call && { ...call, lines: told.map(line => ({ ...line, endMs: null, understood: null })) };
};
