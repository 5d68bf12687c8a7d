import type { Instant } from '@lianxian/core/kit';
import { isReliable, isWebSocket } from '../net/flow.ts';
import { KEEP_ALIVE } from '../sip/grammar/parse.ts';
import type { Route } from '../sip/transaction/transactions.ts';
import { type Bindings, createBindings } from '../sip/user-agent/bindings.ts';
import type { AgentAction } from '../sip/user-agent/context.ts';
import type { FoundAccount } from '../sip/user-agent/registrar.ts';
import type { Driver } from './driver.ts';
import type { Network } from './network.ts';
import type { ExchangeRegistrar, RegistrarPorts, StoredBinding } from './registrar-types.ts';

/** The registrar's rim: looks accounts up, keeps bindings beyond the process, keeps ways through translations open. */
interface RegistrarRim extends ExchangeRegistrar {
  readonly bindings: Bindings;
  readonly onLookUp: (action: Extract<AgentAction, { type: 'lookUp' }>) => void;
  readonly onBound: (action: Extract<AgentAction, { type: 'bound' }>) => void;
  /** A connection is gone for good; `isOver` tells which ways led over it. */
  readonly cut: (isOver: (route: Route) => boolean) => void;
  readonly start: (parts: { readonly net: Network; readonly driver: Driver }) => Promise<void>;
  readonly close: () => void;
}

/** As for our own registrations (RFC 5626 §4.4.2). */
const KEEP_ALIVE_EVERY_MS = 25_000;
/** What runs out is never handed out; who listens hears of it a little later. */
const EXPIRY_EVERY_MS = 1_000;

export const createRegistrarRim = (
  ports: RegistrarPorts | undefined,
  onTrouble: (because: string) => void,
): RegistrarRim => {
  const bindings = createBindings();
  let running: { readonly net: Network; readonly driver: Driver } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let expiry: NodeJS.Timeout | undefined;
  /** One write after the other for each account: the last word must be the last written. */
  const writing = new Map<string, Promise<void>>();

  /** Accounts of which something is kept. A browser's contact is its connection, which does not outlive this process. */
  const kept = new Set<string>();
  const toKeep = (account: string, at: Instant) => bindings.of(account, at).filter(({ flow }) => !isWebSocket(flow));

  const save = (account: string): void => {
    if (ports === undefined || running === null) return;
    const { driver } = running;
    const isKept = toKeep(account, driver.now()).length > 0;
    if (!isKept && !kept.has(account)) return;
    if (isKept) kept.add(account);
    else kept.delete(account);
    const write = () => ports.bindings.save(account, toKeep(account, driver.now()));
    const turn = (writing.get(account) ?? Promise.resolve())
      .then(write)
      .catch(() => onTrouble('a binding could not be kept for after a restart'))
      .then(() => {
        if (writing.get(account) === turn) writing.delete(account);
      });
    writing.set(account, turn);
  };

  /** Tells of accounts that have no contact any more, each once. */
  const registered = new Set<string>();
  const look = (account: string, isTakenBack = false): void => {
    if (running === null || !registered.has(account) || bindings.of(account, running.driver.now()).length > 0) return;
    registered.delete(account);
    ports?.onUnregistered?.(account, { isTakenBack });
  };

  const keepAlive = (): void => {
    if (running === null) return;
    const { net, driver } = running;
    const now = driver.now();
    for (const { flow, source, expiresAt } of bindings.all()) {
      if (isReliable(flow) || expiresAt <= now) continue;
      net.send(KEEP_ALIVE, { destination: source, flow }, () => undefined);
    }
  };

  const lose = (account: string): void => {
    save(account);
    look(account);
  };

  return {
    bindings,
    bindingsOf: account => (running === null ? [] : bindings.of(account, running.driver.now())),
    unbind: (account, isOld = () => true) => {
      for (const lost of bindings.cut(each => each.account === account && isOld(each))) lose(lost);
    },
    onLookUp: ({ token, username, realm }) => {
      const tell = (found: FoundAccount | 'away' | null) =>
        running?.driver.run((agent, at) => agent.accountFound(token, found, at));
      if (ports === undefined) return tell(null);
      ports.accounts.find(username, realm).then(tell, () => {
        onTrouble('accounts could not be looked up');
        tell('away');
      });
    },
    onBound: ({ account, bindings: left, flow, isNew }) => {
      save(account);
      if (left.length === 0) return look(account, true);
      registered.add(account);
      ports?.onRegistered?.(account, { flow, isNew });
    },
    cut: isOver => {
      for (const account of bindings.cut(({ flow, source }) => isOver({ flow, destination: source }))) lose(account);
    },
    start: async parts => {
      running = parts;
      if (ports === undefined) return;
      timer = setInterval(keepAlive, KEEP_ALIVE_EVERY_MS).unref();
      if (ports.onUnregistered !== undefined)
        expiry = setInterval(() => {
          for (const account of registered) look(account);
        }, EXPIRY_EVERY_MS).unref();
      const take = (before: readonly StoredBinding[]) => {
        const alive = before.filter(({ flow }) => !isWebSocket(flow));
        for (const { account } of alive) kept.add(account);
        bindings.restore(alive);
      };
      await ports.bindings.load().then(take, () => onTrouble('bindings of before could not be read'));
    },
    close: () => {
      clearInterval(timer);
      clearInterval(expiry);
    },
  };
};
