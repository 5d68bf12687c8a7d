export { type Area, areaText } from './area.view.ts';
export { areasOf, isWest, provinceOf, westPrefixes } from './segments.store.ts';
