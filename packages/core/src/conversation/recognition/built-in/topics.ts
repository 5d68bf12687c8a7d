import { aside } from './aside.ts';
import { calling } from './calling.ts';
import { course } from './course.ts';
import { finance } from './finance.ts';
import { matter } from './matter.ts';
import type { Topic } from './topic.ts';
import { willing } from './willing.ts';

/** The built-in intents: the same for all plans. */
export const builtInTopics: readonly Topic[] = [...willing, ...calling, ...matter, ...course, ...finance, aside];
