export { type Area, areaText } from './area.view.ts';
export { areasOf, citiesCalled, citiesIn, isWest, placesOf, provinceOf, westPrefixes } from './segments.store.ts';
