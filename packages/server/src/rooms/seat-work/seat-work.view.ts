import type { OutputOf, seatWorkEndpoints } from '@lianxian/contract';
import { type GuideAnswer, type GuideQuestion, maskedTexts, maskNumbers, maskPhone } from '@lianxian/core';
import { type Customer, customerIn } from './customer.policy.ts';
import type { OwnCall } from './own-call.store.ts';

type LiveCall = NonNullable<OutputOf<typeof seatWorkEndpoints.call>['call']>;
type Chats = NonNullable<LiveCall['before']>['chats'];

/** How a seat sees numbers: as they are, or masked with a token to dial by. */
export interface Sight {
  readonly whole: boolean;
  readonly tokenOf: (phone: string) => string;
}

export const phoneView = (
  phone: string,
  { whole, tokenOf }: Sight,
): { readonly phone: string; readonly dial: string } =>
  whole ? { phone, dial: phone } : { phone: maskPhone(phone), dial: phone === '' ? '' : tokenOf(phone) };

interface Line {
  readonly speaker: 'callee' | 'robot' | 'seat';
  readonly text: string;
}

/** What was said, in the original's words: the callee is its `user`. */
export const chatsOf = (call: Pick<OwnCall, 'lines' | 'before'>, { whole }: Sight): Chats => {
  const lines = (call.lines ?? []) as readonly Line[];
  const said: Chats =
    lines.length === 0
      ? [...(call.before?.chats ?? [])]
      : lines.map(({ speaker, text }) => ({ user: speaker === 'callee' ? 'user' : speaker, tran: text }));
  if (whole) return said;
  const masked = maskedTexts(
    said.map(({ user, tran }) => ({ speaker: user === 'user' ? 'callee' : user, text: tran })),
  );
  return said.map((line, at) => ({ ...line, tran: masked[at] ?? '' }));
};

const beforeOf = ({ before }: OwnCall, sight: Sight): LiveCall['before'] => {
  if (before === null) return null;
  const { summary, summaryBy, answers, level } = before;
  const told = (text: string): string => (sight.whole ? text : maskNumbers(text));
  return {
    summary: told(summary),
    summaryBy,
    chats: chatsOf({ lines: null, before }, sight),
    answers: answers.map(({ label, value }) => ({ label, value: told(value) })),
    level: level as NonNullable<LiveCall['before']>['level'],
  };
};

interface Seen {
  readonly me: string;
  readonly sight: Sight;
  /** Of the seats that take part, by their employee. */
  readonly names: ReadonlyMap<string, string>;
  readonly mayPause: boolean;
  /** Of the library. */
  readonly known: Customer | undefined;
}

const partiesOf = (call: OwnCall, { me, sight, names }: Seen): LiveCall['parties'] =>
  (call.live?.parties ?? []).map(({ party, type, id, place }) => ({
    party,
    kind: type,
    place,
    name:
      type === 'seat'
        ? (names.get(id) ?? '')
        : type === 'outside'
          ? phoneView(id, sight).phone
          : call.calleeName || phoneView(call.phone, sight).phone,
    isMe: type === 'seat' && id === me,
  }));

const kindOf = ({ live, direction }: OwnCall, me: string): LiveCall['kind'] =>
  live?.kinds[me] ?? (direction === 'in' ? 'handover' : 'out');

/** It is everybody's who is in it. */
const isAmongSeats = ({ live }: OwnCall): boolean => live?.parties.every(({ type }) => type !== 'callee') === true;

/** The console's picture of a call. */
export const callView = (call: OwnCall, seen: Seen): LiveCall => {
  const { name, company, tags } = customerIn(call, seen.known);
  const isLive = call.stage !== 'ended';
  return {
    callId: call.id,
    direction: call.direction,
    kind: kindOf(call, seen.me),
    ...phoneView(call.phone, seen.sight),
    ...{ name, company, tags: [...tags], planId: call.planId, planName: call.planName },
    startedAt: call.placedAt.toISOString(),
    answeredAt: call.live?.answeredAt ?? call.answeredAt?.toISOString() ?? null,
    heldAt: isLive ? (call.live?.heldAt ?? null) : null,
    endedAt: call.endedAt?.toISOString() ?? null,
    parties: isLive ? partiesOf(call, seen) : [],
    // Who dialled has heard it all; it is kept for the colleague who is asked.
    before: ['out', 'callback'].includes(call.live?.kinds[seen.me] ?? '') ? null : beforeOf(call, seen.sight),
    draft: { answers: [...((call.draft ?? []) as GuideAnswer[])].map(copied), note: call.note ?? '' },
    isRecording: isLive && (call.live?.isRecording ?? false),
    mayPause: seen.mayPause,
    isMine: isAmongSeats(call) || [null, seen.me].includes(call.live?.owner ?? call.seatId),
    isSubmitted: call.submittedAt !== null,
  };
};

const copied = ({ i, values, other }: GuideAnswer) => ({ i, values: [...values], other });

/** As the original has it: nothing is ticked yet. */
export const questionView = ({ options, ...question }: GuideQuestion) => ({
  ...question,
  jsonOptions: JSON.stringify(options.map(({ v, n }) => ({ v, n, isChecked: false }))),
  otherValue: '',
});
