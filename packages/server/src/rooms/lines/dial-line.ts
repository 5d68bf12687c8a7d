import {
  asDialled,
  isAbroad,
  type LineAddress,
  type LineSettings,
  readLineAddress,
  rewritten,
  rewrittenAbroad,
  settingsOf,
} from '@lianxian/core';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { areasOf } from '../segments/index.ts';
import { findLines, findRoot, type LineRow, setQopSeen } from './lines.store.ts';

/** A sealed password belongs to its row: moved to another it does not open. */
export const sealContext = (merchantId: string, lineId: string) => `line ${merchantId} ${lineId}`;

/** Our SIP port, as far ends are told to reach it. */
export interface OurPort {
  readonly host: string;
  readonly port: number;
  /** Why it does not listen beyond this machine, though it should: the system's code. Null: it does, or need not. */
  readonly shutBecause: string | null;
}

/** What is said of a port that did not open: another program to be stopped is looked for only where the system says so. */
export const saysOfShut = (because: string | null): 'sipPortTaken' | 'sipPortShut' =>
  because === 'EADDRINUSE' ? 'sipPortTaken' : 'sipPortShut';

/** A line as a call leaves by it. The practice line has no address of its own: it is the practice carrier's. */
export interface DialLine extends Omit<LineSettings, 'username' | 'codecs' | 'pick' | 'windows' | 'channels'> {
  readonly merchantId: string;
  readonly id: string;
  readonly name: string;
  readonly practice: boolean;
  /** Switched off: nothing is dialled over it. */
  readonly enabled: boolean;
  /** Null for the practice line and for gateways. */
  readonly address: LineAddress | null;
  /** Ours towards them; of a gateway, theirs towards us. */
  readonly credentials: { readonly username: string; readonly password: string } | null;
  /** Their challenges had a qop: one without is not answered any more, until the password is typed anew. */
  readonly hadQop: boolean;
  readonly codecs: readonly ('PCMA' | 'PCMU')[];
}

const codecsOf = {
  'PCMA,PCMU': ['PCMA', 'PCMU'],
  'PCMU,PCMA': ['PCMU', 'PCMA'],
  PCMA: ['PCMA'],
  PCMU: ['PCMU'],
} as const;

/** A row as it is dialled by, password opened. @throws when the installation's key is another. */
const dialLineOf = (merchantId: string, line: Omit<LineRow, 'pricePerMinute'>, secrets: Secrets): DialLine => {
  const sealed = line.passwordSealed;
  const password = sealed === null ? '' : secrets.open(sealed, sealContext(merchantId, line.id));
  const isCalledAt = !line.practice && line.access !== 'gateway';
  const { username, codecs, pick: _pick, windows: _windows, channels: _channels, ...settings } = settingsOf(line);
  return {
    ...settings,
    merchantId,
    id: line.id,
    name: line.name,
    practice: line.practice,
    enabled: line.enabled,
    address: isCalledAt ? readLineAddress(line.address) : null,
    credentials: username === '' ? null : { username, password },
    hadQop: line.qopSeen,
    codecs: codecsOf[codecs],
    rewriting: { ...asDialled, ...line.rewriting },
  };
};

/**
 * The line to dial by, of a lent one the line itself; `null` when it is gone. For who dials alone: no password leaves the server. */
export const lineToDial = async (db: MerchantDb, id: string, secrets: Secrets): Promise<DialLine | null> => {
  const line = await findRoot(db, id);
  return line === undefined ? null : dialLineOf(line.merchantId, line, secrets);
};

/** The carrier of this line asked for its password with a qop. */
export const rememberQop = (db: MerchantDb, { id, credentials }: DialLine): Promise<void> =>
  setQopSeen(db, id, credentials?.username ?? '');

export interface LineKey {
  readonly merchantId: string;
  readonly lineId: string;
}

/**
 * Lines of any merchants to look after; those that are gone are left out, and those whose password cannot be opened with
 * this installation's key are told of.
 */
export const linesToDial = async (
  db: UnscopedDb,
  keys: readonly LineKey[],
  secrets: Secrets,
  onSealed: (key: LineKey) => void,
): Promise<readonly DialLine[]> => {
  const rows = await findLines(db, keys);
  return rows.flatMap(({ merchantId, ...row }) => {
    try {
      return [dialLineOf(merchantId, row, secrets)];
    } catch {
      onSealed({ merchantId, lineId: row.id });
      return [];
    }
  });
};

/** A number as this line's carrier wants it; null where that would be one that is never dialled. */
export const numberToDial = async (
  db: UnscopedDb,
  { rewriting, abroad }: DialLine,
  phone: string,
): Promise<string | null> => {
  if (isAbroad(phone)) return rewrittenAbroad(phone, abroad, rewriting);
  const areas = rewriting.homeProvince === '' ? null : await areasOf(db, [phone]);
  return rewritten(phone, rewriting, areas?.get(phone)?.province ?? '');
};
