export { type AbroadWay, abroadWays, isAbroad } from './abroad.ts';
export { zonesAbroad } from './countries.ts';
export { isDateText, isMobile, readListed } from './listed.ts';
export { numberCore } from './number-core.ts';
export { isPracticeNumber, maskPhone, type NeverDialled, neverDialled, normalisePhone, phoneDigits } from './phone.ts';
export { type SaidSearch, searchSaid } from './said.ts';
export {
  kindOfSearch,
  type PeopleSearch,
  type PhoneSearch,
  searchPeople,
  searchPhone,
} from './search.ts';
export { maskLines, maskLive, maskNumbers, maskReason, mayTellNumber } from './spoken.ts';
export {
  areTitlesAlike,
  foldTitle,
  isAddressTitle,
  isDayTitle,
  isMakerCell,
  isOtherOfSameTitle,
  isOtherTitle,
  isPhoneTitle,
  nameTitleRank,
  nearnessOf,
  whosePhone,
} from './titles.ts';
export { maskedTexts, notedText } from './told.ts';
