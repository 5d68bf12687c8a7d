import { userEndpoints } from '@lianxian/contract';
import { bind, type Front } from '../../platform/http/index.ts';
import { type LoginParts, logout, openLogin } from './login.ts';

export const bindAccounts = (front: Front, parts: LoginParts): void => {
  const login = openLogin(parts);
  bind(front, userEndpoints.captcha, async (_input, { at }) => {
    if (!parts.captchas.required) return { captchaKey: '', image: '', required: false };
    const { key, image } = await parts.captchas.make(at);
    return { captchaKey: key, image, required: true };
  });
  bind(front, userEndpoints.login, login);
  bind(front, userEndpoints.logout, async (_input, context) => {
    await logout(context);
    parts.onRevoked(context.session.id);
    return {};
  });
};
