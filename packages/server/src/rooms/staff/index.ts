export { peopleRestored } from './restored.ts';
export { bindStaff } from './staff.routes.ts';
export { viewerOf } from './viewer.store.ts';
