import 'i18next';
import type { words as console } from './zh-CN/console.ts';
import type { words as login } from './zh-CN/login.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'login';
    enableSelector: true;
    resources: { login: typeof login; console: typeof console };
  }
}
