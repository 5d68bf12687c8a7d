import { createGuard, type Instant, instant } from '@lianxian/core/kit';
import type { SendFailure } from '../net/flow.ts';
import type { Route } from '../sip/transaction/transactions.ts';
import type { UserAgent } from '../sip/user-agent/agent.ts';
import type { AgentAction } from '../sip/user-agent/context.ts';

/**
 * Feeds the user agent with time and carries its actions out, strictly one after the other. One system timer, whatever
 * the number of calls: it is set for the next instant the agent wants to be woken at, and only ever moved forward.
 */
export interface Driver {
  readonly now: () => Instant;
  readonly run: (act: (agent: UserAgent, at: Instant) => readonly AgentAction[]) => void;
  readonly stop: () => void;
}

/** The system takes a longer one for none at all and fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const legOf = (action: AgentAction): string | null => ('leg' in action ? (action.leg ?? null) : null);

export const createDriver = (
  agent: UserAgent,
  ports: {
    readonly send: (bytes: Buffer, route: Route, onFailure: (because: SendFailure) => void) => void;
    readonly onAction: (action: AgentAction, at: Instant) => void;
    /** Something threw; of that leg, where the action was one's. The other actions are carried out. */
    readonly onDefect: (error: unknown, leg: string | null) => void;
  },
): Driver => {
  const now = () => instant(performance.now());
  const queue: AgentAction[] = [];
  let isDraining = false;
  let timer: NodeJS.Timeout | null = null;
  let timerAt = Number.POSITIVE_INFINITY;
  let isStopped = false;

  const rearm = () => {
    const next = agent.nextWake();
    if (isStopped || next === null || next >= timerAt) return;
    if (timer !== null) clearTimeout(timer);
    timerAt = next;
    timer = setTimeout(wake, Math.min(LONGEST_TIMER_MS, Math.max(0, Math.ceil(next - now()))));
  };
  const wake = () => {
    timer = null;
    timerAt = Number.POSITIVE_INFINITY;
    run((it, at) => it.wake(at));
  };

  const perform = (action: AgentAction) => {
    if (action.type === 'send') {
      const { bytes, route, transaction } = action;
      ports.send(bytes, route, because => {
        if (transaction !== null) run((it, at) => it.sendFailed(transaction, because, at));
      });
    }
    ports.onAction(action, now());
  };

  /** Actions may bring new ones (a handler that hangs up at once): they wait for their turn. */
  const run = (act: (agent: UserAgent, at: Instant) => readonly AgentAction[]) => {
    if (isStopped) return;
    createGuard(error => ports.onDefect(error, null))(() => queue.push(...act(agent, now())))();
    if (isDraining) return;
    isDraining = true;
    try {
      for (let action = queue.shift(); action !== undefined; action = queue.shift())
        createGuard(error => ports.onDefect(error, legOf(action!)))(perform)(action);
    } finally {
      isDraining = false;
      rearm();
    }
  };

  return {
    now,
    run,
    stop: () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
};
