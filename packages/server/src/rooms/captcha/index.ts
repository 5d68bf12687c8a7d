export { type Captchas, openCaptchas } from './captcha.ts';
