import { withReadings } from './readings.ts';

/**
 * Prepares a text for eSpeak. Mandarin characters and numbers it reads itself; what it would misread is put right here:
 * markup characters (it parses SSML) fall away, and short runs of capitals are read letter by letter as Chinese speakers
 * do (`VIP` is V-I-P, not "vip").
 */
export const aloud = (text: string): string =>
  withReadings(text)
    .replace(/[\p{Cc}\u2028\u2029]/gu, '。')
    .replace(/[<>&]/g, ' ')
    .replace(/(?<![A-Za-z])[A-Z]{2,5}(?![A-Za-z])/g, letters => ` ${[...letters].join(' ')} `);
