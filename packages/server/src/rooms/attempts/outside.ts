import { isPracticeNumber, neverDialled, normalisePhone, type Verdict } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import { blacklisted } from '../blacklist/index.ts';
import type { ClaimedCall } from '../dialler/index.ts';
import type { NumberKey } from '../rules/index.ts';
import { dropLeg } from './second-leg.store.ts';
import { takeSecondLeg } from './second-leg.ts';

/** The rules of any number that is dialled hold for a person, too; nobody's answer gets around them. */
export const mayDial = async (
  db: UnscopedDb,
  { merchantId, practice }: Pick<ClaimedCall, 'merchantId' | 'practice'>,
  phone: string,
): Promise<boolean> => {
  if (neverDialled(phone) !== null || isPracticeNumber(phone) !== practice) return false;
  return (await blacklisted(db, { merchantId }, [phone])).size === 0;
};

/** The call that asks for somebody outside. */
type Asker = Pick<ClaimedCall, 'merchantId' | 'lineId' | 'call' | 'fence' | 'practice' | 'callerNumber'>;

interface OutsideParts<Claim extends Asker, Trunk> {
  readonly db: UnscopedDb;
  readonly log: Log;
  readonly numberKey: NumberKey;
  /** How a number is dialled over the line of a call. */
  readonly wayOver: (
    claim: Claim,
    phone: string,
  ) => Promise<{ readonly trunk: Trunk; readonly phone: string } | { readonly verdict: Verdict }>;
}

/** The way to a person at an outside number, over the call's own line and with a channel of it. */
export const outsideOver =
  <Claim extends Asker, Trunk>({ db, log, numberKey, wayOver }: OutsideParts<Claim, Trunk>) =>
  async (claim: Claim, number: string) => {
    const known = normalisePhone(number);
    if (!known.ok || !(await mayDial(db, claim, known.phone))) return { because: 'notAllowed' };
    const way = await wayOver(claim, known.phone);
    if ('verdict' in way) return { because: way.verdict.because };
    const { trunk, phone } = way;
    const { callerNumber } = claim;
    const full = await takeSecondLeg({ db, numberKey }, { ...claim, phone: known.phone, callerNumber });
    if (full !== null) return { because: full };
    const giveBack = (): void =>
      void dropLeg(db, claim).catch((error: unknown) =>
        log.warn({ err: error, call: claim.call }, 'a call keeps the channel of a second leg until it ends'),
      );
    return { trunk, phone, callerNumber, giveBack };
  };
