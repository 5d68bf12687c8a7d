import { isReliable } from '../net/flow.ts';
import { KEEP_ALIVE } from '../sip/grammar/parse.ts';
import type { Route } from '../sip/transaction/transactions.ts';
import { type Bindings, createBindings } from '../sip/user-agent/bindings.ts';
import type { AgentAction } from '../sip/user-agent/context.ts';
import type { FoundAccount } from '../sip/user-agent/registrar.ts';
import type { Driver } from './driver.ts';
import type { Network } from './network.ts';
import type { ExchangeRegistrar, RegistrarPorts } from './registrar-types.ts';

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

export const createRegistrarRim = (
  ports: RegistrarPorts | undefined,
  onTrouble: (because: string) => void,
): RegistrarRim => {
  const bindings = createBindings();
  let running: { readonly net: Network; readonly driver: Driver } | null = null;
  let timer: NodeJS.Timeout | undefined;
  /** One write after the other for each account: the last word must be the last written. */
  const writing = new Map<string, Promise<void>>();

  const save = (account: string): void => {
    if (ports === undefined || running === null) return;
    const { driver } = running;
    const write = () => ports.bindings.save(account, bindings.of(account, driver.now()));
    const turn = (writing.get(account) ?? Promise.resolve())
      .then(write)
      .catch(() => onTrouble('a binding could not be kept for after a restart'))
      .then(() => {
        if (writing.get(account) === turn) writing.delete(account);
      });
    writing.set(account, turn);
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

  return {
    bindings,
    bindingsOf: account => (running === null ? [] : bindings.of(account, running.driver.now())),
    unbind: account => {
      for (const lost of bindings.cut(each => each.account === account)) save(lost);
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
    onBound: ({ account }) => save(account),
    cut: isOver => {
      for (const account of bindings.cut(({ flow, source }) => isOver({ flow, destination: source }))) save(account);
    },
    start: async parts => {
      running = parts;
      if (ports === undefined) return;
      timer = setInterval(keepAlive, KEEP_ALIVE_EVERY_MS).unref();
      await ports.bindings.load().then(bindings.restore, () => onTrouble('bindings of before could not be read'));
    },
    close: () => clearInterval(timer),
  };
};
