import 'i18next';
import type { words as callLog } from './zh-CN/call-log.ts';
import type { words as console } from './zh-CN/console.ts';
import type { words as login } from './zh-CN/login.ts';
import type { words as tasks } from './zh-CN/tasks.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'login';
    enableSelector: true;
    resources: { login: typeof login; console: typeof console; tasks: typeof tasks; callLog: typeof callLog };
  }
}
