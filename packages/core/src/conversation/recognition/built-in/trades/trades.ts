import { dailyTrades } from './daily.ts';
import { healthTrades } from './health.ts';
import { homeTrades } from './home.ts';
import type { Trade } from './trade.ts';

/** The trades that the built-in list knows. */
export const trades: readonly Trade[] = [...healthTrades, ...homeTrades, ...dailyTrades];
