import { type FileKind, fileReaders, type Holder, holds } from '@lianxian/contract';
import { type Level, maskPhone } from '@lianxian/core';

/** Whether somebody may have a file. `call`: of a recording, its call as this viewer finds it; null: does not. */
export const mayHave = (
  who: Holder & { readonly employeeId: string },
  file: { readonly kind: FileKind; readonly createdBy: string | null },
  call: object | null,
): boolean => {
  const { needs, whose } = fileReaders[file.kind];
  if (!needs.every(right => holds(who, right))) return false;
  if (whose === 'merchant') return true;
  return whose === 'call' ? call !== null : file.createdBy === who.employeeId;
};

/** Without what nobody sees and what turns letters round: a name, which may hold that of a task or a plan, shows how it ends. */
export const plainName = (name: string): string => name.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '');

interface RecordedCall {
  readonly phone: string;
  /** As the merchant's clock showed it, 20260131-164500. */
  readonly began: string;
  readonly level: Level | null;
}

/** 13800138000_20260131-164500_A.wav: found again in a folder of hundreds, and good for a name on every system. */
export const recordingName = ({ phone, began, level }: RecordedCall, seesPhones: boolean): string => {
  const number = (seesPhones ? phone : maskPhone(phone)).replace(/[^\w+]/g, 'x');
  return `${[number, began, level].filter(Boolean).join('_')}.wav`;
};
