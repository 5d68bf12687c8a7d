export type { Heard, TelephoneCall } from './calls.ts';
export { type DialWish, openTelephone, type Telephone, type TelephoneOptions } from './telephone.ts';
