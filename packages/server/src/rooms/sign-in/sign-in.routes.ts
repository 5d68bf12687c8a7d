import { userEndpoints } from '@lianxian/contract';
import { bind, type Front } from '../../platform/http/index.ts';
import { type LoginParts, logout, openLogin } from './login.ts';
import { askReset, finishReset, type ResetParts, resetState } from './reset.ts';

export const bindSignIn = (front: Front, parts: LoginParts & ResetParts): void => {
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
  bind(front, userEndpoints.resetAsk, (input, context) => askReset(parts, input, context));
  bind(front, userEndpoints.resetState, (input, context) => resetState(parts, input, context));
  bind(front, userEndpoints.resetFinish, async (input, context) => {
    await finishReset(parts, input, context);
    return {};
  });
};
