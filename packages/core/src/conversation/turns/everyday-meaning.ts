import type { Everyday } from '../recognition/everyday.ts';
import type { Match } from '../recognition/match.ts';
import { type ListeningNode, routerOn } from '../walk/routing.ts';
import { itemActs, type Meant, type Place, wayOfOwner } from './meaning.ts';

/*
 * What people say on any telephone, where the plan stands. Its own words go before; but a no that only stands in it (在开会 among the
 * words of a refusal, 不行 in 怎么不行), and what it is merely like, do not.
 */

/** What it means here; null: no more than the words of the plan do (`byWords`). */
export const everydayMeant = (place: Place, { kind, heard }: Everyday, byWords: Meant): Meant | null => {
  const { plan, node } = place;
  const by = { by: 'words', matched: heard } as const;
  const nowhere = byWords.type === 'nothing' || byWords.type === 'unrouted';
  const onlyLike = 'understood' in byWords && byWords.understood.by === 'like';
  switch (kind) {
    case 'hello': {
      const hears = node.kind !== 'llm' && itemActs(node, { common: 'notHeard' });
      const understood = { meaning: 'repeated', name: '', by: 'words', matched: heard } as const;
      return hears && (nowhere || (onlyLike && byWords.type === 'router')) ? { type: 'again', understood } : null;
    }
    case 'who':
    case 'purpose':
      return nowhere || onlyLike ? wayOfOwner(place, plan.everyday[kind], by) : null;
    case 'busy':
      return nowhere || onlyLike ? wayOfOwner(place, plan.everyday.busy, by) : null;
    case 'otherHour': {
      const way = wayOfOwner(place, plan.everyday.busy, by);
      return nowhere || onlyLike || saysNo(byWords) || (way !== null && isSame(way, byWords)) ? way : null;
    }
    case 'agreed':
      return nowhere || (onlyLike && saysNo(byWords)) ? agreed(node, heard) : null;
  }
};

/**
 * The matches without a no that is one only by itself: 不行 in 怎么不行; 在开会 and the 不方便 beside it, where the plan has something for
 * who is busy.
 */
export const withoutSeemingNo = (
  place: Place,
  { kind, heard }: Everyday,
  matches: readonly Match[],
): readonly Match[] => {
  const isBusy =
    kind === 'busy' && wayOfOwner(place, place.plan.everyday.busy, { by: 'words', matched: heard }) !== null;
  if (!isBusy && kind !== 'agreed') return matches;
  const seems = (words: string): boolean => heard.includes(words) || (isBusy && notNow.test(words));
  return matches.filter(({ means, heard: words }) => (means !== 'no' && means !== 'refuse') || !seems(words));
};
const notNow = /不方便|不便|没空|没时间/;

/** The plan's own words lead there, too. */
const isSame = (one: Meant, other: Meant): boolean =>
  'understood' in one && 'understood' in other && one.understood.meaning === other.understood.meaning;

const saysNo = (meant: Meant): boolean => {
  if (meant.type === 'knowledge') return meant.item.common === 'refusal';
  return (meant.type === 'router' || meant.type === 'unrouted') && (meant.means === 'no' || meant.means === 'refuse');
};

const agreed = (node: ListeningNode, heard: string): Meant => {
  const understood = { meaning: 'yes', name: '', by: 'words', matched: heard } as const;
  const router = routerOn(node, 'yes');
  return router ? { type: 'router', router, means: 'yes', understood } : { type: 'unrouted', means: 'yes', understood };
};
