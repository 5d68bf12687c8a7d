import type { Instant } from '@lianxian/core/kit';
import type { Address } from '../../net/address.ts';
import type { SendFailure } from '../../net/flow.ts';
import type { StoredDialog, StoredInvite } from '../dialog/stored.ts';
import type { ReceivedRequest } from '../grammar/message.ts';
import { createAlarms } from '../transaction/alarms.ts';
import { createTransactions, MAX_SERVER_TRANSACTIONS, type Route } from '../transaction/transactions.ts';
import type { IncomingControl } from './callee.ts';
import { type CallSpec, cancelStored, placeCall } from './caller.ts';
import type { Challenger } from './challenger.ts';
import type { AgentAction, AgentContext, OfferReply } from './context.ts';
import { createInput } from './input.ts';
import type { How } from './outgoing-leg.ts';
import { createPassing } from './passing.ts';
import { askOptions, hangUpStored, type OptionsQuestion, type StoredQuestion } from './questions.ts';
import { createReception } from './reception.ts';
import { askRegister, type RegisterQuestion } from './registrant.ts';
import { createRegistrar, type FoundAccount, type RegistrarOptions } from './registrar.ts';
import { createStrangers } from './strangers.ts';

/**
 * A SIP user agent without input or output (RFC 3261 §8, §13): a datagram, a wish or an instant in, a list of actions
 * out, in order. Dice and time are handed in, so a run can be repeated exactly.
 */
export interface UserAgentOptions {
  /** Lower-case hexadecimal of that many bytes; unguessable in the world, repeatable in tests. */
  readonly random: (bytes: number) => string;
  /** Product name for User-Agent and Server. */
  readonly product: string;
  /** Live legs of both directions; beyond it a new INVITE is answered 503 (RFC 3261 §21.5.4). */
  readonly maxLegs: number;
  /**
   * True while this process has more to do than it can: new calls are answered 503 with Retry-After. Asked once for each, with
   * whoever registered over the way it comes by; null: nobody.
   */
  readonly isOverloaded?: (account: string | null) => boolean;
  /** Requests from outside that are remembered at a time; default 50,000. */
  readonly maxTransactions?: number;
  /** Answers a re-INVITE: its SDP, or null when it has none and we are to offer. */
  readonly onOffer: (leg: string, offer: Uint8Array | null, fork: string) => OfferReply;
  /** Demands credentials of every INVITE. */
  readonly challenger?: Challenger;
  /** Takes registrations. */
  readonly registrar?: RegistrarOptions;
  /** Whose address this is: what others send is answered in passing. Absent: everybody is known. */
  readonly isKnown?: (host: string) => boolean;
  /** Whether an INVITE came for a Contact that only a registrar of ours was told. */
  readonly isForUs?: (invite: ReceivedRequest) => boolean;
}

export const createUserAgent = (options: UserAgentOptions) => {
  let outbox: AgentAction[] = [];
  const { maxTransactions = MAX_SERVER_TRANSACTIONS } = options;
  const emit = (action: AgentAction) => void outbox.push(action);
  const alarms = createAlarms();
  const context: AgentContext = {
    alarms,
    transactions: createTransactions(alarms, {
      send: (bytes, route, transaction, message) => emit({ type: 'send', bytes, route, transaction, message }),
      onRequest: (request, transaction, at) => reception.onRequest(request, transaction, at),
      onDefect: because => emit({ type: 'defect', because }),
      maxServers: maxTransactions,
    }),
    emit: action => {
      emit(action);
      if (action.type !== 'leg' || action.event.type !== 'ended') return;
      reception.forget(action.leg);
    },
    random: options.random,
    dialogs: new Map(),
    legs: new Map(),
    onOffer: options.onOffer,
    product: options.product,
  };

  const registrar = options.registrar === undefined ? null : createRegistrar(context, options.registrar);
  const challenger = options.challenger ?? null;
  const reception = createReception(context, { maxLegs: options.maxLegs, challenger, registrar });

  const strangers = createStrangers({
    isKnown: options.isKnown ?? null,
    isProven: (request, route) =>
      registrar?.isProven(request, route) === true ||
      (request.method === 'INVITE' && options.isForUs?.(request) === true),
  });

  const passing = createPassing(context, reception, strangers, {
    isOverloaded: (route, at) => options.isOverloaded?.(registrar?.accountOver(route, at) ?? null) ?? false,
    maxTransactions,
  });

  const input = createInput({ context, emit, strangers, passing });

  /** Turns a function that fills the outbox into one that gives it. */
  const acting =
    <Arguments extends unknown[]>(act: (...parts: Arguments) => void) =>
    (...parts: Arguments): readonly AgentAction[] => {
      act(...parts);
      const actions = outbox;
      outbox = [];
      return actions;
    };

  return {
    receive: acting(input.receive),
    wake: acting((at: Instant) => alarms.run(at)),
    /** When `wake` is wanted next; null when nothing waits. */
    nextWake: (): Instant | null => alarms.next(),
    sendFailed: acting((transaction: string, because: SendFailure, at: Instant) =>
      context.transactions.onSendFailed(transaction, because, at),
    ),
    /** A connection broke; `isOver` tells which routes went over it. */
    cut: acting((isOver: (route: Route) => boolean, at: Instant) => context.transactions.onCut(isOver, at)),
    refuseGarbage: acting(input.refuseGarbage),
    call: acting((spec: CallSpec, at: Instant) => placeCall(context, spec, at)),
    hangUp: acting((leg: string, how: How | 'elsewhere' | null, at: Instant) => context.legs.get(leg)?.hangUp(how, at)),
    reoffer: acting((leg: string, at: Instant) => context.legs.get(leg)?.reoffer(at)),
    sendKeys: acting((leg: string, keys: string, ms: number, at: Instant) =>
      context.legs.get(leg)?.sendKeys(keys, ms, at),
    ),
    /** Nobody listens on UDP there: whatever has heard nothing from it waits in vain. */
    portClosed: acting((target: Address, at: Instant) => context.transactions.onPortClosed(target, at)),
    incoming: acting((leg: string, act: (control: IncomingControl) => void) => {
      const control = reception.control(leg);
      if (control !== undefined) act(control);
    }),
    /** OPTIONS; answered by `asked`. */
    ask: acting((question: OptionsQuestion, at: Instant) => askOptions(context, question, at)),
    /** One REGISTER of ours; answered by `registered`. */
    register: acting((question: RegisterQuestion, at: Instant) => askRegister(context, question, at)),
    /** Answers a `lookUp`; `away`: nobody can know now. */
    accountFound: acting((token: string, found: FoundAccount | 'away' | null, at: Instant) =>
      registrar?.found(token, found, at),
    ),
    /** BYE and CANCEL from stored data; answered by `asked`. */
    byeStored: acting((question: StoredQuestion<StoredDialog>, at: Instant) => hangUpStored(context, question, at)),
    cancelStored: acting((question: StoredQuestion<StoredInvite>, at: Instant) => cancelStored(context, question, at)),
    legs: (): number => context.legs.size,
    /** Open transactions, dialogs and alarms: all zero when everything has ended. */
    open: () => ({
      transactions: context.transactions.size(),
      dialogs: context.dialogs.size,
      alarms: alarms.size(),
    }),
  };
};

export type UserAgent = ReturnType<typeof createUserAgent>;
