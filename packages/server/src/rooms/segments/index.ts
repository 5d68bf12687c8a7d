export { areaText } from './area.view.ts';
export { areasOf, citiesCalled, citiesIn, isWest, placesOf, westPrefixes } from './segments.store.ts';
