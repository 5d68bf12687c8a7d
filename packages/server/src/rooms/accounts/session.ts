import { hash, randomBytes } from 'node:crypto';
import { accessKeys, buttons, mayPreview, type Rights, rightsOfCode, rightsOfNobody } from '@lianxian/core';
import type { UnscopedDb, Viewer } from '../../platform/db/index.ts';
import type { Authenticate, LiveSessions, Session } from '../../platform/http/index.ts';
import { type Clock, later } from '../../platform/time.ts';
import { findHolder, findSession, findSessions, noteSeen } from './session.store.ts';

const TOKEN_BYTES = 32;

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
/** Tokens are random and long, so a plain hash is enough: whoever reads the table cannot sign in with it. */
export const hashOfToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** When a session was last used is written at most so often. */
const SEEN_MS = 60_000;

const known = <T extends string>(all: readonly T[], held: readonly string[] | null): T[] =>
  all.filter(one => held?.includes(one));

type Found = NonNullable<Awaited<ReturnType<typeof findSession>>>;
type Held = Pick<Found, 'roleCode' | 'rights' | 'buttons' | 'scope' | 'ownerSeesPhones'>;

/** A role's words that this version does not know are none. */
const rightsOfRole = ({ rights, buttons: held, scope }: Held): Rights =>
  scope === null ? rightsOfNobody : { rights: known(accessKeys, rights), buttons: known(buttons, held), scope };

/** Owners and resellers hold every key and button, but whole numbers only where the merchant says so. */
const rightsOfOwner = ({ roleCode, ownerSeesPhones }: Held): Rights | null => {
  const held = rightsOfCode(roleCode);
  if (held === null || ownerSeesPhones !== false) return held;
  return { ...held, buttons: held.buttons.filter(button => button !== 'phone:unmask') };
};

const heldBy = (row: Held): Rights => rightsOfOwner(row) ?? rightsOfRole(row);

/** Everybody else holds what the role says. */
const sessionOf = (row: Found): Session => {
  const held = heldBy(row);
  return {
    id: row.tokenHash.toString('hex'),
    merchantId: row.merchantId,
    employeeId: row.employeeId,
    roleCode: row.roleCode,
    level: row.kind,
    scope: held.scope,
    departmentPath: row.path ?? '',
    rights: new Set(held.rights),
    buttons: new Set(held.buttons),
    isSeat: row.hasSeat && row.seatRight,
    expiresAt: row.expiresAt,
    due: row.mustChangePassword ? 'password' : row.factorDue ? 'factor' : null,
    provedAt: row.provedAt ?? row.createdAt,
    preview: null,
  };
};

/** What somebody may now, for work that goes on in his name while he is not signed in; null: he is gone, or may not be in. */
export const holderOf = async (
  db: UnscopedDb,
  merchantId: string,
  employeeId: string,
): Promise<{
  readonly viewer: Viewer;
  readonly rights: Session['rights'];
  readonly buttons: Session['buttons'];
} | null> => {
  const row = await findHolder(db, merchantId, employeeId);
  if (row === undefined) return null;
  const { rights, buttons: held, scope } = heldBy(row);
  const viewer: Viewer = { merchantId, employeeId, scope, departmentPath: row.path ?? '' };
  return { viewer, rights: new Set(rights), buttons: new Set(held) };
};

/**
 * With another's eyes one looks as long as one is signed in oneself and may. A password that the other must change first, or
 * a factor, is the other's affair.
 */
const previewOf = (row: Found, previewer: Session | undefined): Session | null => {
  if (previewer === undefined || previewer.due !== null) return null;
  const seen = sessionOf(row);
  if (!mayPreview(previewer, seen, heldBy(row))) return null;
  return { ...seen, due: null, preview: { byEmployeeId: previewer.employeeId, bySessionId: previewer.id } };
};

/** The session of a row; of one who looks with another's eyes once `previewers` says that he may. */
const liveSessionOf = (row: Found, previewers: ReadonlyMap<string, Session>): Session | null =>
  row.previewerHash === null ? sessionOf(row) : previewOf(row, previewers.get(row.previewerHash.toString('hex')));

/** Of those who look with others' eyes, by id. */
const previewersOf = async (
  db: UnscopedDb,
  rows: readonly Found[],
  now: Date,
): Promise<ReadonlyMap<string, Session>> => {
  const hashes = rows.flatMap(({ previewerHash }) => (previewerHash === null ? [] : [previewerHash]));
  if (hashes.length === 0) return new Map();
  return new Map((await findSessions(db, hashes, now)).map(row => [row.tokenHash.toString('hex'), sessionOf(row)]));
};

export const authenticateWith =
  (db: UnscopedDb, clock: Clock): Authenticate =>
  async token => {
    const hash = hashOfToken(token);
    const now = clock.now();
    const row = await findSession(db, hash, now);
    if (row === undefined) return null;
    const before = later(now, -SEEN_MS);
    // Nobody waits for it; a note that is lost is written by the next request.
    if (row.seenAt < before) noteSeen(db, hash, now, before).catch(() => undefined);
    return liveSessionOf(row, await previewersOf(db, [row], now));
  };

/** For who keeps sessions open, the push socket: which still live, and what they may now. One query for all, one more for who looks with others' eyes. */
export const liveSessionsWith =
  (db: UnscopedDb, clock: Clock): LiveSessions =>
  async ids => {
    const hashes = ids.map(id => Buffer.from(id, 'hex'));
    const now = clock.now();
    const rows = await findSessions(db, hashes, now);
    const previewers = await previewersOf(db, rows, now);
    const sessions = rows.flatMap(row => liveSessionOf(row, previewers) ?? []);
    return new Map(sessions.map(session => [session.id, session]));
  };
