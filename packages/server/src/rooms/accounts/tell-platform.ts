import type { HouseDb } from '../../platform/db/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { platformMerchants } from './people.store.ts';

/** A reminder to all people of the platform: what its operator should look at. */
export const tellPlatform = async (db: HouseDb, push: Pick<PushSender, 'toMerchant'>, msg: string): Promise<void> => {
  for (const id of await platformMerchants(db)) push.toMerchant(id, { type: 1, msg });
};
