import { marketEndpoints } from '@lianxian/contract';
import { bind, type Front } from '../../platform/http/index.ts';
import { opinions, saveOpinion } from './opinions.ts';
import { detail, list, mine, shelves } from './shelf.ts';
import { giveBack, type TakeParts, take } from './take.ts';
import { type HearParts, openHearing, talk } from './talk.ts';
import { changes, upgrade } from './upgrade.ts';

/** The market of plans: looked at by everybody signed in, taken by who publishes plans (docs/market.md). */
export const bindMarket = (front: Front, parts: TakeParts & HearParts): void => {
  const { unscopedDb } = parts;
  const hear = openHearing(parts);
  bind(front, marketEndpoints.shelves, (_, context) => shelves(context, unscopedDb));
  bind(front, marketEndpoints.list, (input, context) => list(input, context, unscopedDb));
  bind(front, marketEndpoints.detail, (input, context) => detail(input, context, unscopedDb));
  bind(front, marketEndpoints.hear, hear);
  bind(front, marketEndpoints.talk, (input, context) => talk(input, context, unscopedDb));
  bind(front, marketEndpoints.take, (input, context) => take(input, context, parts));
  bind(front, marketEndpoints.giveBack, (input, context) => giveBack(input, context, parts));
  bind(front, marketEndpoints.mine, (input, context) => mine(input, context, unscopedDb));
  bind(front, marketEndpoints.changes, (input, context) => changes(input, context, unscopedDb));
  bind(front, marketEndpoints.upgrade, (input, context) => upgrade(input, context, parts));
  bind(front, marketEndpoints.opinions, (input, context) => opinions(input, context, unscopedDb));
  bind(front, marketEndpoints.saveOpinion, async (input, context) => {
    await saveOpinion(input, context, unscopedDb);
    return {};
  });
};
