export {
  isPracticeNumber,
  maskPhone,
  type NeverDialled,
  type NormalisedPhone,
  neverDialled,
  normalisePhone,
  type PhoneRefusal,
  phoneDigits,
} from './phone.ts';
