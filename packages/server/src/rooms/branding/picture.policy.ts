const starts = (bytes: Uint8Array, at: number, wanted: readonly number[]): boolean =>
  wanted.every((byte, index) => bytes[at + index] === byte);
const ascii = (text: string): readonly number[] => [...text].map(char => char.charCodeAt(0));

const PNG = [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const ICO = [0, 0, 1, 0];

/** What a picture is by its first bytes, whatever its name says; null: none that a branding may have (svg runs scripts). */
export const pictureKind = (bytes: Uint8Array): 'image/png' | 'image/jpeg' | 'image/webp' | 'image/x-icon' | null => {
  if (starts(bytes, 0, PNG)) return 'image/png';
  if (starts(bytes, 0, JPEG)) return 'image/jpeg';
  if (starts(bytes, 0, ascii('RIFF')) && starts(bytes, 8, ascii('WEBP'))) return 'image/webp';
  // A header of six bytes that counts its pictures.
  return starts(bytes, 0, ICO) && (bytes[4] ?? 0) > 0 ? 'image/x-icon' : null;
};
