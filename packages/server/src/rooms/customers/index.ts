export { companyIn } from './company.policy.ts';
export {
  changeCustomer,
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
} from './customer.store.ts';
export { changesSince, noteEvent } from './events.store.ts';
export { type CustomerWords, columnsOf, regionGiven, type SomeWords, tagsIn, wordsOf } from './fields.policy.ts';
export { type CustomersFilter, customersFilter } from './filter.store.ts';
export { countCustomers, isBarred, type ListedCustomer, listCustomers, newestId, nextCustomers } from './list.store.ts';
export { type FieldChange, mergeWords } from './merge.policy.ts';
export { furtherOf, setFurther } from './numbers.store.ts';
export { type CustomerSettings, countOwned, readSettings, saveSettings, zoneOf } from './settings.store.ts';
