import type { endpoints, OutputOf } from '@lianxian/contract';
import { Outage, Refusal } from '../api/wire.ts';
import type { SeatNote } from './notes.ts';
import { newPageSeat, type PageEvent, type PageSeat, stepPage, viewOf } from './page-seat.ts';
import type { Phone } from './port.ts';
import type { Dialled } from './seat.ts';
import type { SeatCall, SeatView } from './seat-store.ts';
import { keepCall, readKeptCall, readPlan } from './switch-state.ts';

export interface KeeperParts {
  /** Whose browser's things are kept under. */
  readonly account: string;
  readonly openPhone: () => Promise<Phone>;
  readonly show: (view: SeatView) => void;
  readonly tell: (note: SeatNote) => void;
}

/** What was refused or did not come is told by the wire; the seat stands as it stood. */
export const attempt = (asking: Promise<unknown>, then: () => void = () => undefined): void =>
  void asking.then(then, error => {
    if (!(error instanceof Refusal || error instanceof Outage)) throw error;
  });

/** What the server knows of a call of this seat. */
export type LiveCall = NonNullable<OutputOf<typeof endpoints.seatWork.call>['call']>;

/** Two beside this seat have it still: the callee and a colleague, say. */
export const hasOthers = ({ endedAt, parties }: Pick<LiveCall, 'endedAt' | 'parties'>): boolean =>
  endedAt === null && parties.filter(({ isMe }) => !isMe).length > 1;

/** A call as the server has it, before its leg is here. */
export const callOf = (live: LiveCall): SeatCall => ({
  callId: live.callId,
  direction: live.direction,
  kind: live.kind === 'out' ? 'manual' : live.kind,
  phone: live.phone,
  name: live.name || null,
  planId: live.planId,
  todoId: null,
  status: 'answered',
  startedAt: Date.parse(live.startedAt),
  answeredAt: live.answeredAt === null ? Date.now() : Date.parse(live.answeredAt),
  endedAt: null,
  endedBy: null,
  because: null,
  isHeld: live.heldAt !== null,
  isMuted: false,
  isAway: true,
});

export const dialledCall = ({ to, shown, planId, todoId }: Dialled, chosen: string): SeatCall => ({
  ...{ callId: null, direction: 'out', kind: todoId ? 'callback' : 'manual', phone: shown ?? to, name: null },
  ...{ planId: planId ?? (chosen || null), todoId: todoId ?? null, status: 'dialling', startedAt: Date.now() },
  ...{ answeredAt: null, endedAt: null, endedBy: null, because: null },
  ...{ isHeld: false, isMuted: false, isAway: false },
});

export const headersOf = ({ planId, todoId }: Dialled, chosen: string) =>
  Object.entries({ 'X-Plan-Id': planId ?? chosen, 'X-Todo-Id': todoId }).flatMap(([name, value]) =>
    value ? [{ name, value }] : [],
  );

export interface Held {
  readonly read: () => PageSeat;
  readonly step: (event: PageEvent) => void;
  /** As `step`, drawn with what comes next: what has to leave the page at once goes before what it looks like. */
  readonly stepUnseen: (event: PageEvent) => void;
  readonly showAgain: () => void;
  readonly stop: () => void;
}

/** Nobody sees that a click is drawn so much later. */
const unseenMs = 100;

/** The seat's state with what follows from each change: shown, its call kept in the browser, its wrap-up ended in time. */
export const holdPage = ({ account, show }: KeeperParts, whenOffline: () => void): Held => {
  let page = newPageSeat(readKeptCall(account), readPlan(account), Date.now());
  let wrapUp: ReturnType<typeof setTimeout> | undefined;
  let unseen: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const showAgain = (): void => {
    clearTimeout(unseen);
    show(viewOf(page));
  };
  const stepUnseen = (event: PageEvent): void => {
    const before = page;
    if (!isStopped) page = stepPage(page, event, Date.now());
    if (page === before) return;
    clearTimeout(unseen);
    unseen = setTimeout(showAgain, unseenMs);
    if (page.call !== before.call) keepCall(account, page.call);
    if (page.wrapUpEndsAt !== before.wrapUpEndsAt) {
      clearTimeout(wrapUp);
      if (page.wrapUpEndsAt !== null)
        wrapUp = setTimeout(
          () => step({ type: 'seat', event: { type: 'wrapUpOver' } }),
          page.wrapUpEndsAt - Date.now(),
        );
    }
    if (page.seat.being === 'offline' && before.seat.being !== 'offline') whenOffline();
  };
  const step = (event: PageEvent): void => {
    const before = page;
    stepUnseen(event);
    if (page !== before) showAgain();
  };
  return {
    read: () => page,
    step,
    stepUnseen,
    showAgain,
    stop: () => {
      isStopped = true;
      clearTimeout(wrapUp);
      clearTimeout(unseen);
    },
  };
};
