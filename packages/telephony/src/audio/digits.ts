const names = '零幺二三四五六七八九';

/**
 * Reads digits one by one, as phones and codes are read: 1380 → 幺三八零. 1 is 幺, so that it is not heard as 七; in
 * groups (separated by a space or a hyphen) it pauses. Whatever is no digit stays.
 */
export const digitsAloud = (text: string): string =>
  text.replace(/(?<=[0-9０-９])[\s-]+(?=[0-9０-９])/g, '，').replace(/[0-9０-９]/g, digit => names[digitValue(digit)]!);

/** ASCII and full-width digits share their low four bits. */
const digitValue = (digit: string): number => digit.charCodeAt(0) & 0x0f;
