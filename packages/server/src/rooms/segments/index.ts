export { areaText } from './area.view.ts';
export { areasOf, isWest, westPrefixes } from './segments.store.ts';
