/**
 * What plans of the market are for, a trade each; words for them stand in text files. `other`: none of them. The trade of a
 * merchant (行业, whose list of numbers holds for it) is another matter: a merchant may call with plans of any.
 */
export const marketTrades = [
  'education',
  'loans',
  'insurance',
  'cars',
  'homes',
  'beauty',
  'delivery',
  'surveys',
  'events',
  'appointments',
  'hiring',
  'government',
  'afterSales',
  'other',
] as const;
export type MarketTrade = (typeof marketTrades)[number];
