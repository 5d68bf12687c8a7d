export { callingRulesOf } from './settings.store.ts';
