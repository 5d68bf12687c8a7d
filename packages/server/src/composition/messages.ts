import { openCarriers } from '../carriers/carriers.ts';
import { openReviewers } from '../carriers/review.ts';
import type { EgressGuard } from '../platform/egress-guard.ts';
import { SMS_CHANNEL } from '../rooms/sms/index.ts';
import { openReviews } from '../rooms/sms-reviews/index.ts';
import { openSender } from '../rooms/sms-sending/index.ts';
import type { ProcessContext } from './process-context.ts';

/** Who hands text messages to providers, and their templates to review: woken by whoever writes one. */
export const openMessages = async (
  { database, log, secrets, clock, bus }: ProcessContext,
  egress: EgressGuard,
): Promise<{ readonly close: () => Promise<unknown> }> => {
  const { db } = database;
  const { now } = clock;
  const sender = openSender({ db, log, secrets, open: openCarriers({ egress, log, now }) });
  const reviews = openReviews({ db, log, secrets, open: openReviewers({ egress, now }) });
  await bus.listen(SMS_CHANNEL, () => {
    sender.wake();
    reviews.wake();
  });
  return { close: () => Promise.all([sender.close(), reviews.close()]) };
};
