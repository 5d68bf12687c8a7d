export { bindSettings } from './settings.routes.ts';
export { callingRulesOf } from './settings.store.ts';
