import type { ConversationNote, ConversationSummary } from '../conversation/index.ts';
import type { Instant } from '../kit/index.ts';
import type { CallParties, LegFacts } from './parties.ts';
import { noParties } from './parties.ts';
import type {
  HangUpBecause,
  MediaFacts,
  PartyOrder,
  RecordingFacts,
  SwitchboardCommand,
  SwitchboardSignal,
} from './switchboard.ts';
import type { HungUpBy, Verdict } from './verdict.ts';

export const callKinds = ['fresh', 'placed', 'dialling', 'ringing', 'talking', 'ended'] as const;
export type CallKind = (typeof callKinds)[number];

export type DialCommand<Route> = Extract<SwitchboardCommand<Route>, { type: 'dial' }>;
type AnswerCommand<Route> = Extract<SwitchboardCommand<Route>, { type: 'answer' }>;

/** What happens to a call, as its mailbox reports it. */
export type CallEvent<Route> =
  /** A task's mailbox or a person wants it made. */
  | { readonly type: 'placed'; readonly dial: DialCommand<Route> }
  /** Somebody called us, and the row stands in the database already: it may be answered. */
  | { readonly type: 'offered'; readonly answer: AnswerCommand<Route> }
  /** The row stands in the database: dialling may go out. */
  | { readonly type: 'committed' }
  /** The row could not be written: nothing was dialled, nothing will be. */
  | { readonly type: 'notCommitted'; readonly because: string }
  | { readonly type: 'hangUpAsked'; readonly by: Asker; readonly because?: HangUpBecause }
  /** A seat, or who runs it, wants something done with those who take part. */
  | { readonly type: 'partyAsked'; readonly order: PartyOrder }
  /** The balance does not reach for more of its talk than this. */
  | { readonly type: 'balanceOut'; readonly leftMs: number }
  | { readonly type: 'signal'; readonly signal: SwitchboardSignal }
  /** Who ran the call has died: no signal will come any more. */
  | { readonly type: 'switchboardLost'; readonly because: string };

/** What the call asks of its rim. `record` is written and then published; `tell` goes out at once. */
export type CallEffect<Route> =
  | { readonly type: 'record'; readonly fact: CallFact }
  | { readonly type: 'publish'; readonly news: CallNews }
  | { readonly type: 'tell'; readonly command: SwitchboardCommand<Route> };

export type CallFact =
  | { readonly type: 'placed'; readonly at: Instant }
  | { readonly type: 'dialled'; readonly at: Instant; readonly invite?: unknown }
  | { readonly type: 'ringing'; readonly at: Instant }
  | { readonly type: 'answered'; readonly at: Instant; readonly dialog: unknown }
  /** Something of the parties is to outlive a crash: what a CANCEL or a BYE needs of their legs. */
  | { readonly type: 'parties'; readonly parties: CallParties }
  | { readonly type: 'ended'; readonly outcome: CallOutcome };

export type CallNews =
  | {
      readonly type: 'moved';
      readonly to: Exclude<CallKind, 'fresh'>;
      readonly at: Instant;
      /** The carrier sends sound before the answer. */
      readonly earlyMedia?: boolean;
    }
  | { readonly type: 'noted'; readonly note: ConversationNote }
  /** Who takes part, or where somebody stands, has changed by this. */
  | { readonly type: 'party'; readonly party: string; readonly at: Instant; readonly parties: CallParties };

/** Who asks for the end of a call: a person on a page, the platform, the seat that talks. */
type Asker = 'user' | 'platform' | 'seat';

export interface CallOutcome {
  readonly verdict: Verdict;
  readonly hungUpBy: HungUpBy;
  readonly dialledAt: Instant | null;
  readonly ringingAt: Instant | null;
  readonly answeredAt: Instant | null;
  readonly endedAt: Instant;
  /** Of talk, from the answer to the end; 0 where nobody answered. */
  readonly talkMs: number;
  /** Of the conversation; null where there was none. */
  readonly summary: ConversationSummary | null;
  readonly recording: RecordingFacts | null;
  readonly media: MediaFacts | null;
  /** The carrier's own words beside its final answer. */
  readonly reason: string;
  /** Legs of those who took part beside the callee, in the order they began. */
  readonly legs: readonly LegFacts[];
}

export interface CallProgress<Route> {
  readonly kind: CallKind;
  /** How it began; null while it is fresh. */
  readonly opening: DialCommand<Route> | AnswerCommand<Route> | null;
  readonly dialledAt: Instant | null;
  readonly ringingAt: Instant | null;
  readonly answeredAt: Instant | null;
  readonly summary: ConversationSummary | null;
  readonly hangUpBy: Asker | null;
  /** Its talk was told to end, for the balance does not reach. */
  readonly isOut: boolean;
  /** Who takes part beside the callee, and where everybody stands. */
  readonly parties: CallParties;
}

export const startCall = <Route>(): CallProgress<Route> => ({
  kind: 'fresh',
  opening: null,
  dialledAt: null,
  ringingAt: null,
  answeredAt: null,
  summary: null,
  hangUpBy: null,
  isOut: false,
  parties: noParties,
});
