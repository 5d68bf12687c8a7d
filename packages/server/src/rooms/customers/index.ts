export {
  changeCustomer,
  customersById,
  customersSeen,
  type FoundCustomer,
  findCustomer,
  idOfNumber,
  insertCustomer,
  isSeen,
  knownBy,
  lockCustomer,
  moveType,
  moveTypeOfCall,
  nameOf,
} from './customer.store.ts';
export { changesSince, noteEvent } from './events.store.ts';
export { columnsOf, wordsOf } from './fields.policy.ts';
export { type CustomersFilter, customersFilter } from './filter.store.ts';
export { wordGiven } from './given.policy.ts';
export {
  countCustomers,
  customerNames,
  isBarred,
  type ListedCustomer,
  listCustomers,
  newestId,
  nextCustomers,
} from './list.store.ts';
export { type FieldChange, mergeWords } from './merge.policy.ts';
export { furtherOf, furtherOfMany, setFurther } from './numbers.store.ts';
export { placeColumns } from './place.policy.ts';
export { type CustomerSettings, countOwned, readSettings, saveSettings, zoneOf } from './settings.store.ts';
