import { callEndpoints, holds, type InputOf, type mendEndpoints } from '@lianxian/contract';
import { maskLines } from '@lianxian/core';
import type { TestConversation } from '@lianxian/core/simulation';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { shownText } from '../learning/index.ts';
import { findTalkedCall, testOfCall } from '../talks/index.ts';
import type { MendWish } from './mend.policy.ts';
import { clockOfCall } from './mending.store.ts';

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

type Where = Pick<InputOf<typeof mendEndpoints.ways>, 'callId' | 'line' | 'planId' | 'node' | 'text'>;
type Talked = Partial<Pick<InputOf<typeof mendEndpoints.keep>, 'moves' | 'variables' | 'minuteOfDay'>>;

export const lineOf = (where: Where & Talked, context: SignedInContext): Promise<MendedLine> | MendedLine =>
  where.callId === undefined ? lineOfTalk(where) : lineOfCall(where.callId, where.line, context);

const lineOfTalk = ({
  planId,
  node,
  text,
  moves = [],
  variables = {},
  minuteOfDay = 600,
}: Where & Talked): MendedLine => {
  if (planId === undefined || node === undefined || text === undefined) throw refuse('lineGone');
  const isSaid = moves.length > 0;
  return {
    planId,
    callId: null,
    line: { node, text, asked: null },
    shown: shownText(text, ''),
    test: isSaid ? { variables, minuteOfDay, moves, world: 'succeeds', expects: {} } : null,
  };
};

/** Who may not read the call's record has no such line, and who may reads it as `call/detail` shows it. */
const lineOfCall = async (
  callId: string,
  number: number | undefined,
  { db, session }: SignedInContext,
): Promise<MendedLine> => {
  if (!holds(session, callEndpoints.detail.right)) throw refuse('noRight');
  const [call, clock] = await Promise.all([findTalkedCall(db, callId), clockOfCall(db, callId)]);
  if (call === undefined || clock === undefined) throw refuse('notFound', { what: 'callRecord' });
  const lines = call.lines as Parameters<typeof testOfCall>[0]['transcript'];
  const at = lines.findIndex(({ line, speaker }) => line === number && speaker === 'callee');
  const said = lines[at];
  if (said === undefined) throw refuse('lineGone');
  const ofCallee = lines.filter(({ speaker }) => speaker === 'callee');
  // One number may be told in several lines.
  const masked = maskLines(ofCallee.map(({ text }) => text))[ofCallee.indexOf(said)] ?? '';
  const talked = testOfCall({
    variables: call.variables,
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
    line: { node: said.node, text: said.text, asked: { date: clock.date, minute: clock.minute } },
    shown: shownText(masked, clock.calleeName),
    test: isLast ? { ...talked, expects: {} } : null,
  };
};
