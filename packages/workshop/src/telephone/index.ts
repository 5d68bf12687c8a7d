export type { TelephoneCall } from './calls.ts';
export { openTelephone, type Telephone, type TelephoneOptions } from './telephone.ts';
