import {
  type AfterCallDone,
  type AfterCallResult,
  afterCallResultText,
  joined,
  type Language,
} from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import { deliveriesOf } from '../webhooks/index.ts';

/** What was done after a call, as sentences by the rule that wanted it. */
export const doneAfter = async (
  db: MerchantDb,
  done: AfterCallDone | null,
  language: Language,
): Promise<readonly { readonly rule: string; readonly text: string }[]> => {
  if (done === null) return [];
  const ids = done.did.flatMap(({ delivery }) => delivery ?? []);
  const states = new Map(ids.length === 0 ? [] : (await deliveriesOf(db, ids)).map(({ id, state }) => [id, state]));
  const howSent = ({ result, delivery }: AfterCallDone['did'][number]): AfterCallResult =>
    result === 'gone' || delivery === undefined ? 'gone' : (states.get(delivery) ?? 'kept');
  return done.did.map(one => ({
    rule: one.rule,
    text:
      one.do === 'webhook'
        ? joined(
            [afterCallResultText('webhook', language), afterCallResultText(howSent(one), language)],
            'clauses',
            language,
          )
        : afterCallResultText(one.do === 'sms' && one.result === 'gone' ? 'smsGone' : one.do, language),
  }));
};
