import { createHash, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { limits } from '@lianxian/contract';
import captchaPicture from 'svg-captcha';
import type { HouseDb } from '../../platform/db/index.ts';
import { later } from '../../platform/time.ts';
import { keepCaptcha, takeCaptcha } from './captcha.store.ts';

export interface Captchas {
  readonly required: boolean;
  /** A new one: its key and its picture (SVG text). */
  readonly make: (at: Date) => Promise<{ key: string; image: string }>;
  /**
   * Null: answered wrong, or not there. Each is good for one answer, right or wrong, within five minutes; who answered
   * right and must come again gets it back for the rest of them.
   */
  readonly take: (key: string, answer: string, at: Date) => Promise<{ readonly giveBack: () => Promise<void> } | null>;
}

// The package's own font has no licence; Barlow is under the OFL.
captchaPicture.loadFont(
  createRequire(import.meta.url).resolve('@fontsource/barlow/files/barlow-latin-600-normal.woff'),
);

/** No letter reaches below the line, so none is cut; none is taken for another (0 O, 1 I L, 2 Z, 5 S, 8 B). */
const picture = { size: 4, noise: 2, width: 110, height: 40, fontSize: 38, charPreset: 'ACDEFGHJKMNPRTUVWXY34679' };
const KEY_BYTES = 18;

/** The answer is kept as a hash that only its key explains; case does not count. */
const hashOf = (key: string, answer: string): Buffer =>
  createHash('sha256').update(`${key} ${answer.trim().toLowerCase()}`).digest();

export const openCaptchas = (db: HouseDb, required: boolean): Captchas => ({
  required,
  make: async at => {
    const { text, data } = captchaPicture.create(picture);
    const key = randomBytes(KEY_BYTES).toString('base64url');
    await keepCaptcha(db, { key, answerHash: hashOf(key, text), expiresAt: later(at, limits.captchaMs) }, at);
    return { key, image: data };
  },
  take: async (key, answer, at) => {
    if (!required) return { giveBack: () => Promise.resolve() };
    const kept = await takeCaptcha(db, key);
    if (kept === undefined || kept.expires_at <= at || !kept.answer_hash.equals(hashOf(key, answer))) return null;
    return { giveBack: () => keepCaptcha(db, { key, answerHash: kept.answer_hash, expiresAt: kept.expires_at }, at) };
  },
});
