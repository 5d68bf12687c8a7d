export { groupsNamed } from './groups.store.ts';
export { bindKeywords } from './keywords.routes.ts';
export { keywordsRestored } from './restored.ts';
export { seedKeywords } from './starter.ts';
export { borrowedFor } from './words.store.ts';
