/** The one request of the page, as text: the contract table must not be loaded for it. */
export const mpbindPath = 'user/mpBind';
