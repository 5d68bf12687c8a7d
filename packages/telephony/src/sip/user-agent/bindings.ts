import { after, type Instant } from '@lianxian/core/kit';
import type { Address } from '../../net/address.ts';
import { type Flow, isConnection } from '../../net/flow.ts';
import { parseSipUri } from '../grammar/uri.ts';

/**
 * What a registrar keeps (RFC 3261 §10.3): of each account its contacts, each with the way it came by, for a far end
 * behind address translation is reached by that way alone (RFC 5626 §5.3).
 *
 * Invariants: an account has at most five contacts, the newest first; a register changes all that it names or nothing;
 * what has run out is never handed out; everything is bounded.
 */
export interface Binding {
  readonly account: string;
  /** The URI the far end wants requests at. */
  readonly contact: string;
  readonly flow: Flow;
  readonly source: Address;
  readonly callId: string;
  readonly sequence: number;
  readonly userAgent: string;
  readonly registeredAt: Instant;
  readonly expiresAt: Instant;
}

export interface Wish {
  readonly contact: string;
  /** 0 takes the contact away. */
  readonly expiresS: number;
}

/** One REGISTER as it concerns the bindings; `wishes` of `all` alone means `Contact: *`, which takes every one away. */
type Wishes = Pick<Binding, 'account' | 'flow' | 'source' | 'callId' | 'sequence' | 'userAgent'> & {
  readonly wishes: readonly Wish[] | 'all';
};

export interface Bindings {
  /** The account's bindings after it, the newest first; null when it comes too late: nothing was changed (§10.3 step 7). */
  readonly register: (wishes: Wishes, at: Instant) => readonly Binding[] | null;
  readonly of: (account: string, at: Instant) => readonly Binding[];
  /** Whose connection, or UDP source, this is; null for a stranger's. */
  readonly accountAt: (flow: Flow, source: Address, at: Instant) => string | null;
  /** Connections are gone, and with them the ways to what registered over them. Gives the accounts that lost something. */
  readonly cut: (isOver: (binding: Binding) => boolean) => readonly string[];
  /** Takes up what an earlier process kept. */
  readonly restore: (bindings: readonly Binding[]) => void;
  readonly all: () => Iterable<Binding>;
  readonly size: () => number;
}

const CONTACTS_PER_ACCOUNT = 5;
/** A gateway a line, a phone a seat: beyond it the account that registered longest ago is forgotten. */
const MAX_ACCOUNTS = 20_000;

/** The same address whatever the case of its host (RFC 3261 §19.1.4); parameters as they are written. */
const keyOf = (contact: string): string => {
  const uri = parseSipUri(contact);
  if (uri === null) return contact;
  const params = [...uri.params].map(([name, value]) => `${name}=${(value ?? '').toLowerCase()}`).sort();
  return `${uri.scheme}:${uri.user ?? ''}@${uri.host.toLowerCase()}:${uri.port ?? ''};${params.join(';')}`;
};

/** UDP has no connection: there the far end's address and port tell who it is. */
const placeOf = (flow: Flow, source: Address): string =>
  isConnection(flow) ? flow : `${flow} ${source.host} ${source.port}`;

export const createBindings = (): Bindings => {
  const accounts = new Map<string, readonly Binding[]>();
  const places = new Map<string, string>();

  const keep = (account: string, bindings: readonly Binding[]): void => {
    for (const each of accounts.get(account) ?? []) {
      const place = placeOf(each.flow, each.source);
      if (places.get(place) === account) places.delete(place);
    }
    accounts.delete(account);
    if (bindings.length === 0) return;
    accounts.set(account, bindings);
    for (const each of bindings) places.set(placeOf(each.flow, each.source), account);
    const oldest = accounts.keys().next().value;
    if (accounts.size > MAX_ACCOUNTS && oldest !== undefined) keep(oldest, []);
  };

  const live = (account: string, at: Instant): readonly Binding[] =>
    (accounts.get(account) ?? []).filter(each => each.expiresAt > at);

  const register = (request: Wishes, at: Instant): readonly Binding[] | null => {
    const { wishes, ...who } = request;
    const { account, callId, sequence } = who;
    const before = live(account, at);
    const isLate = (each: Binding) => each.callId === callId && each.sequence >= sequence;
    if (wishes === 'all') {
      if (before.some(isLate)) return null;
      keep(account, []);
      return [];
    }
    const wished = new Map(wishes.map(wish => [keyOf(wish.contact), wish]));
    if (before.some(each => wished.has(keyOf(each.contact)) && isLate(each))) return null;
    const untouched = before.filter(each => !wished.has(keyOf(each.contact)));
    const fresh = [...wished.values()]
      .filter(wish => wish.expiresS > 0)
      .map(({ contact, expiresS }) => ({
        ...who,
        contact,
        registeredAt: at,
        expiresAt: after(at, expiresS * 1_000),
      }));
    const bindings = [...fresh, ...untouched].slice(0, CONTACTS_PER_ACCOUNT);
    keep(account, bindings);
    return bindings;
  };

  return {
    register,
    of: live,
    accountAt: (flow, source, at) => {
      const place = placeOf(flow, source);
      const account = places.get(place);
      if (account === undefined) return null;
      return live(account, at).some(each => placeOf(each.flow, each.source) === place) ? account : null;
    },
    cut: isOver => {
      const lost = [...accounts].filter(([, bindings]) => bindings.some(isOver));
      for (const [account, bindings] of lost) {
        keep(
          account,
          bindings.filter(each => !isOver(each)),
        );
      }
      return lost.map(([account]) => account);
    },
    restore: bindings => {
      for (const each of bindings) keep(each.account, [each, ...(accounts.get(each.account) ?? [])]);
    },
    all: function* () {
      for (const bindings of accounts.values()) yield* bindings;
    },
    size: () => accounts.size,
  };
};
