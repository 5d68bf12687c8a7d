export { type Area, areaText } from './area.view.ts';
export { areasOf, westPrefixes } from './segments.store.ts';
