import type { Instant } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { sealContext } from '../lines/index.ts';
import { findGateway, saveBindings, takeUpBindings } from './gateways.store.ts';
import { type LineName, lineNamed, nameOfLine } from './line-name.policy.ts';

/**
 * Gateways that register with us, as the registrar asks for them: whose user name it is, and where their contacts outlive
 * this process. An account is the name of a line.
 */
interface Gateways {
  /** A user name nobody has costs the same: one statement, one opening of a seal. */
  readonly find: (username: string) => Promise<{ readonly account: string; readonly password: string } | null>;
  readonly save: (account: string, contacts: readonly Contact[]) => Promise<void>;
  readonly load: () => Promise<readonly Contact[]>;
}

/** Telephony's `StoredBinding`, said again: a room knows no telephony. */
interface Contact {
  readonly account: string;
  readonly contact: string;
  readonly flow: string;
  readonly source: { readonly host: string; readonly port: number };
  readonly callId: string;
  readonly sequence: number;
  readonly userAgent: string;
  readonly registeredAt: Instant;
  readonly expiresAt: Instant;
}

interface GatewaysParts {
  readonly db: UnscopedDb;
  readonly secrets: Secrets;
  /** This node: a way to a gateway is known to it alone. */
  readonly owner: string;
  readonly clock: { readonly now: () => Instant; readonly toDate: (at: Instant) => Date };
  /** A gateway came or went: whoever looks after its line looks. */
  readonly onChanged: (line: LineName) => void;
}

/** The one way that still leads somewhere after a restart: our main UDP socket has the same port again. */
const LASTING_FLOW = 'main';
/** Longer ones are no user name of a line. */
const MAX_NAME = 100;

export const openGateways = ({ db, secrets, owner, clock, onChanged }: GatewaysParts): Gateways => {
  const nobody = secrets.seal('nobody has this password', 'nobody');
  const toInstant = (date: Date): Instant =>
    (clock.now() + date.getTime() - clock.toDate(clock.now()).getTime()) as Instant;

  return {
    find: async username => {
      const row = await findGateway(db, username.slice(0, MAX_NAME));
      if (row === null || row.sealed === null) {
        secrets.open(nobody, 'nobody');
        return null;
      }
      const { merchantId, lineId, sealed } = row;
      return { account: nameOfLine(row), password: secrets.open(sealed, sealContext(merchantId, lineId)) };
    },
    save: async (account, contacts) => {
      const line = lineNamed(account);
      if (line === null) return;
      const rows = contacts.map(({ source, registeredAt, expiresAt, ...rest }) => ({
        ...rest,
        source: sourceText(source),
        registeredAt: clock.toDate(registeredAt),
        expiresAt: clock.toDate(expiresAt),
      }));
      await saveBindings(db, owner, line, rows);
      onChanged(line);
    },
    load: async () => {
      const rows = await takeUpBindings(db, owner, LASTING_FLOW);
      return rows.flatMap(({ merchantId, lineId, source, registeredAt, expiresAt, ...rest }) => {
        const address = sourceOf(source);
        if (address === null) return [];
        const account = nameOfLine({ merchantId, lineId });
        const times = { registeredAt: toInstant(registeredAt), expiresAt: toInstant(expiresAt) };
        return [{ ...rest, ...times, account, source: address }];
      });
    },
  };
};

const sourceText = ({ host, port }: Contact['source']): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

const sourceOf = (text: string): Contact['source'] | null => {
  const [, host, port] = /^\[?([^\]]+)\]?:(\d+)$/.exec(text) ?? [];
  return host === undefined ? null : { host, port: Number(port) };
};
