import { type FileKind, fileReaders, type Holder, holds } from '@lianxian/contract';

/** Whether somebody may have a file. `call`: of a recording, its call as this viewer finds it; null: does not. */
export const mayHave = (
  who: Holder & { readonly employeeId: string },
  file: { readonly kind: FileKind; readonly createdBy: string | null },
  call: string | null,
): boolean => {
  const { needs, whose } = fileReaders[file.kind];
  if (!needs.every(right => holds(who, right))) return false;
  return whose === 'call' ? call !== null : file.createdBy === who.employeeId;
};
