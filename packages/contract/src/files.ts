import type { AccessKey, Button, RoleCode } from '@lianxian/core';
import type { Right } from './endpoint.ts';
import { auditEndpoints } from './endpoints/audit.ts';
import { callEndpoints } from './endpoints/calls.ts';
import { customerActEndpoints, customerSheetEndpoints } from './endpoints/customer-acts.ts';
import { keepingEndpoints } from './endpoints/keeping.ts';
import { consentEndpoints, numberListEndpoints, sharedListEndpoints } from './endpoints/lists.ts';
import { planEndpoints } from './endpoints/plans.ts';
import { statementEndpoints } from './endpoints/statements.ts';
import { statEndpoints } from './endpoints/stats.ts';
import { taskEndpoints, uploadEndpoints } from './endpoints/tasks.ts';

/** What a file is: the sound of a call, what was uploaded, or what a batch or an export made. */
export type FileKind =
  | 'recording'
  | 'sheet'
  | 'refused'
  | 'calls'
  | 'wholeCalls'
  | 'audit'
  | 'plan'
  | 'statement'
  | 'list'
  | 'wholeList'
  | 'listRefused'
  | 'sharedList'
  | 'customers'
  | 'wholeCustomers'
  | 'customersRefused'
  | 'proof'
  | 'archive'
  | 'stats'
  | 'answers'
  | 'wholeAnswers';

interface FileReaders {
  /** Who reads it has the rights of who makes it: all of these, as they are at the download. */
  readonly needs: readonly Right[];
  /** A recording is as visible as its call; a proof everybody's of its merchant; all else is its maker's alone, for it holds numbers as they are. */
  readonly whose: 'call' | 'maker' | 'merchant';
}

const wholeNumbers: Right = { needs: 'button', button: 'phone:unmask' };

/** Who may have a file: what it is decides (docs/rights.md#files, A-33). */
export const fileReaders: Readonly<Record<FileKind, FileReaders>> = {
  recording: { needs: [callEndpoints.detail.right], whose: 'call' },
  sheet: { needs: [uploadEndpoints.sheet.right], whose: 'maker' },
  refused: { needs: [taskEndpoints.import.right], whose: 'maker' },
  calls: { needs: [callEndpoints.export.right], whose: 'maker' },
  wholeCalls: { needs: [callEndpoints.export.right, wholeNumbers], whose: 'maker' },
  audit: { needs: [auditEndpoints.export.right], whose: 'maker' },
  list: { needs: [numberListEndpoints.export.right], whose: 'maker' },
  wholeList: { needs: [numberListEndpoints.export.right, wholeNumbers], whose: 'maker' },
  listRefused: { needs: [numberListEndpoints.import.right], whose: 'maker' },
  sharedList: { needs: [sharedListEndpoints.export.right], whose: 'maker' },
  customers: { needs: [customerActEndpoints.export.right], whose: 'maker' },
  wholeCustomers: { needs: [customerActEndpoints.export.right, wholeNumbers], whose: 'maker' },
  customersRefused: { needs: [customerSheetEndpoints.import.right], whose: 'maker' },
  statement: { needs: [statementEndpoints.sheet.right], whose: 'maker' },
  proof: { needs: [consentEndpoints.list.right, wholeNumbers], whose: 'merchant' },
  stats: { needs: [statEndpoints.choices.right], whose: 'maker' },
  answers: { needs: [statEndpoints.answers.right], whose: 'maker' },
  wholeAnswers: { needs: [statEndpoints.answers.right, wholeNumbers], whose: 'maker' },
  plan: { needs: [planEndpoints.exportFile.right], whose: 'maker' },
  archive: { needs: [keepingEndpoints.takeOut.right, wholeNumbers], whose: 'maker' },
};

/** What somebody holds, as far as rights go. */
export interface Holder {
  readonly roleCode: RoleCode;
  readonly rights: ReadonlySet<AccessKey>;
  readonly buttons: ReadonlySet<Button>;
  /** Has a seat that may connect. */
  readonly isSeat?: boolean;
}

/** Whether they hold a right. */
export const holds = ({ roleCode, rights, buttons, isSeat = false }: Holder, right: Right): boolean => {
  if (right.needs === 'page') return rights.has(right.page);
  if (right.needs === 'button') return buttons.has(right.button);
  if (right.needs === 'any')
    return right.pages.some(page => rights.has(page)) || right.buttons.some(button => buttons.has(button));
  if (right.needs === 'seat') return isSeat;
  if (right.needs === 'role') return right.roles.includes(roleCode);
  return true;
};
