export type { CheckCode } from './login.ts';
export { allowReset } from './reset.ts';
export { bindSignIn } from './sign-in.routes.ts';
