/** What the login page asks, held against the contract table by a test. */
export const loginPaths = {
  captcha: 'user/captcha',
  login: 'user/login',
  resetAsk: 'user/resetAsk',
  resetState: 'user/resetState',
  resetFinish: 'user/resetFinish',
} as const;

/** Refusals of the second step (contract, refusals). */
export const codeNeeded = 211;
export const codeWrong = 212;

/** The picture as an address: the server sends SVG text, an old one a data URI. */
export const captchaPicture = (image: string): string =>
  image.startsWith('data:') ? image : `data:image/svg+xml;charset=utf-8,${encodeURIComponent(image)}`;
