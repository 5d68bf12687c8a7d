import { aside } from './aside.ts';
import { calling } from './calling.ts';
import { course } from './course.ts';
import { finance } from './finance.ts';
import { matter } from './matter.ts';
import type { Topic } from './topic.ts';
import { trades } from './trades/trades.ts';
import { willing } from './willing.ts';

/** What callees of nearly every plan say, with what means nothing to any. */
export const builtInTopics: readonly Topic[] = [...willing, ...calling, ...matter, ...course, ...finance, aside];

/** What callees ask of one trade alone, trade by trade. */
export const tradeTopics: readonly Topic[] = trades.flatMap(({ topics }) => topics);
