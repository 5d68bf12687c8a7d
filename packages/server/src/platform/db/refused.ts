/** The database cannot be used, and the operator can do something about it: one sentence in Chinese, one in English. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
  constructor(zh: string, en: string) {
    super(`${zh}\n${en}`);
  }
}
