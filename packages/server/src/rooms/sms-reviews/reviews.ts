import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { startWorkLoop } from '../../platform/work-loop.ts';
import { type ClaimedReview, claimReviews, loseReviews } from '../sms/index.ts';
import { secretContext } from '../sms-providers/index.ts';
import { noteReview, type ReviewSays, tellFailed } from './note.ts';
import type { OpenReviewer } from './reviewer.ts';

/**
 * Hands templates to the providers that review by call, and asks for what they say (docs/sms.md#templates).
 *
 * Invariants: what is handed in was written so before, and one node has it; whoever dies in between leaves a row that is given up and
 * shown, never handed in again by itself. Asking changes nothing, so it may be done twice.
 */
interface ReviewsParts {
  readonly db: UnscopedDb;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly open: OpenReviewer;
}

const LOOK_EVERY_MS = 5_000;
const RETRY_MS = 5_000;
const MOST = 50;
const DRAIN_MS = 10_000;

export const openReviews = ({ db, secrets, log, open }: ReviewsParts) => {
  const ending = new AbortController();

  const said = async (claimed: ClaimedReview): Promise<ReviewSays> => {
    const { merchantId, providerId, settings, secretSealed, state, code } = claimed;
    const secret = secretSealed === null ? '' : secrets.open(secretSealed, secretContext(merchantId, providerId));
    const reviewer = open(settings, secret);
    if (reviewer === null) return { type: 'failed', because: 'noReview' };
    return state === 'handing' ? reviewer.submit(claimed, ending.signal) : reviewer.ask(code, ending.signal);
  };
  const one = async (claimed: ClaimedReview): Promise<void> => {
    try {
      await noteReview(db, claimed, await said(claimed));
    } catch (error) {
      // What was handed in is given up by its time, what was asked for is asked for again.
      log.warn({ err: error, merchant: claimed.merchantId }, 'what a provider said of a template is not kept');
    }
  };
  const giveUp = (): Promise<void> =>
    inTransaction(db, async tx => {
      for (const lost of await loseReviews(tx, MOST)) await tellFailed(merchantDb(tx, lost.merchantId), tx, lost);
    });
  const look = async (): Promise<number> => {
    await giveUp();
    const claimed = await claimReviews(db, MOST);
    await Promise.all(claimed.map(one));
    return claimed.length > 0 ? 0 : LOOK_EVERY_MS;
  };

  const loop = startWorkLoop(look, RETRY_MS, error => log.warn({ err: error }, 'templates could not be reviewed'));
  loop.wake();
  return {
    wake: loop.wake,
    close: async (): Promise<void> => {
      loop.stop();
      // What is being handed in has its time to be answered, or nobody would know whether it was taken.
      await Promise.race([loop.idle(), new Promise(resolve => setTimeout(resolve, DRAIN_MS).unref())]);
      ending.abort();
      await loop.idle();
    },
  };
};
