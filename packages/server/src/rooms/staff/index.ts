export { viewerOf } from './viewer.store.ts';
