import { randomBytes } from 'node:crypto';
import type { InputOf, OutputOf, seatPwdEndpoint } from '@lianxian/contract';
import { type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { localTime } from '../../platform/local-time.ts';
import type { TopicSender } from '../../platform/push/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { merchantFacts } from '../settings/index.ts';
import { seatAccountOf, seatSecretContext } from './accounts.ts';
import { deviceOf } from './device.policy.ts';
import { presenceOf } from './presence.store.ts';
import { seatTopic } from './presence.ts';
import { linesToCall, plansOfSeats, publishedPlans } from './seats.store.ts';
import { heldElsewhere, lockSeat, writeSecret } from './secret.store.ts';
import { seatSettingsOf } from './settings.store.ts';

/** Where a page's telephone connects. */
export interface SeatDoor {
  /** Of the registrar. */
  readonly domain: string;
  /** SIP over WebSocket. */
  readonly wsPort: number;
  /** Null: nobody answers STUN. */
  readonly stunPort: number | null;
}

export interface ConnectParts {
  readonly unscopedDb: UnscopedDb;
  readonly secrets: Secrets;
  readonly push: TopicSender;
  readonly door: SeatDoor;
}

/** 24 characters that nobody types. */
const SECRET_BYTES = 18;
/** A device that has just been given its secret is about to register. */
const COMING_MS = 10_000;

/** The other device that has the seat, and since when; null: nobody has it who would miss it. */
const holderOf = async (tx: MerchantDb, { session, at }: SignedInContext) => {
  const held = await heldElsewhere(tx, session.employeeId, Buffer.from(session.id, 'hex'));
  if (held === undefined) return null;
  const presence = await presenceOf(tx, session.employeeId);
  const isOnline = presence !== undefined && presence.state !== 'offline';
  const isComing = at.getTime() - held.madeAt.getTime() < COMING_MS;
  if (!isOnline && !isComing) return null;
  return { device: held.device, since: isOnline ? presence.since : held.madeAt };
};

const clockText = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map(part => String(part).padStart(2, '0')).join(':');

const give = async (
  tx: MerchantDb,
  takeOver: boolean,
  context: SignedInContext,
  { unscopedDb, secrets }: ConnectParts,
) => {
  const { merchantId, employeeId, id: sessionId } = context.session;
  const seat = await lockSeat(tx, employeeId);
  if (seat === undefined) throw refuse('noRight');
  const holder = await holderOf(tx, context);
  if (holder !== null && !takeOver) {
    const { zone } = await merchantFacts(unscopedDb, merchantId);
    throw refuse('seatTaken', { device: holder.device, since: clockText(localTime(holder.since, zone).minute) });
  }
  const pwd = randomBytes(SECRET_BYTES).toString('base64url');
  const device = deviceOf(context.userAgent);
  await writeSecret(tx, {
    employeeId,
    secretSealed: secrets.seal(pwd, seatSecretContext(merchantId, employeeId)),
    sessionHash: Buffer.from(sessionId, 'hex'),
    device,
  });
  await recordAudit(tx, { action: 'seat.connect', target: employeeId, name: device }, auditBy(context));
  return { seat, pwd, device, isTaken: holder !== null };
};

/**
 * What one's telephone signs in with: new each time, for this sign-in alone. One device has the seat; another takes it after
 * it was asked, and the first is told.
 */
export const connectSeat = async (
  { takeOver }: InputOf<typeof seatPwdEndpoint>,
  context: SignedInContext,
  parts: ConnectParts,
): Promise<OutputOf<typeof seatPwdEndpoint>> => {
  const { merchantId, employeeId } = context.session;
  const db = merchantDb(parts.unscopedDb, merchantId);
  const { seat, pwd, device, isTaken } = await db.transaction(tx => give(tx, takeOver, context, parts));
  const grant = randomBytes(8).toString('hex');
  if (isTaken) {
    const topic = seatTopic(employeeId);
    parts.push.toTopic(merchantId, topic, { type: 'seat.takenOver', topic, device, grant });
  }
  const [lines, bound, published, settings] = await Promise.all([
    linesToCall(db),
    plansOfSeats(db),
    publishedPlans(db),
    seatSettingsOf(db),
  ]);
  const line = lines.find(({ id }) => seat.lineId === null || id === seat.lineId);
  const own = bound.filter(plan => plan.employeeId === employeeId).map(({ id }) => id);
  const { domain, wsPort, stunPort } = parts.door;
  return {
    account: seatAccountOf(employeeId),
    domain,
    pwd,
    grant,
    outline: line?.outline ?? '',
    outlineId: line?.id ?? null,
    planInfos: own.length === 0 ? published : published.filter(({ id }) => own.includes(id)),
    extension: seat.extension,
    ws: { port: wsPort, tls: context.origin.startsWith('https:') },
    stun: stunPort === null ? '' : `stun:${context.host}:${stunPort}`,
    autoAnswer: settings.autoAnswer,
    wrapUpS: settings.wrapUpS,
    breakReasons: [...settings.breakReasons],
  };
};
