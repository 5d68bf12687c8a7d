export { bindSettings, type SettingsParts } from './settings.routes.ts';
export { callingRulesOf } from './settings.store.ts';
