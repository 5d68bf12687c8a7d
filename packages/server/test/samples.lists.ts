/** Lists of numbers beside the blacklist: one of each, and a good input for each of their endpoints. */
export interface ListAssets {
  readonly consent: string;
  readonly listImport: string;
}

/** Gives a merchant one of each. */
export const provisionLists = async (
  insert: (sql: string, ...values: unknown[]) => Promise<string>,
): Promise<ListAssets> => ({
  consent: await insert(
    `insert into consent (merchant_id, phone, source, from_at) values ($1, '13900000009', 'form', now()) returning id`,
  ),
  listImport: await insert(
    `insert into list_import (merchant_id, list, name, by_employee, batch_id)
     values ($1, 'blacklist', '名单.xlsx', (select id from employee where merchant_id = $1 limit 1), 1) returning id`,
  ),
});

export const listSamples = ({ consent, listImport }: ListAssets) => ({
  'whitelist/list': {},
  'whitelist/add': { phones: '13900000003', reason: '老客户' },
  'whitelist/remove': { phoneKey: '13900000003' },
  'consent/list': {},
  'consent/add': { phones: '13900000004', source: 'form', proof: '官网报名 2026-03-09' },
  'consent/uploadProof': {},
  'consent/withdraw': { id: consent, why: '客户来电撤回' },
  'consent/require': { required: '0' },
  'numberList/import': { list: 'blacklist', fileId: 'none' },
  'numberList/imports': { list: 'whitelist' },
  'numberList/takeBack': { id: listImport },
  'numberList/export': { list: 'consent' },
  'sharedList/list': {},
  'sharedList/add': { phones: '13900000005', reason: '投诉' },
  'sharedList/remove': { phoneKey: '13900000005' },
  'sharedList/uploadSheet': {},
  'sharedList/import': { fileId: 'none' },
  'sharedList/imports': {},
  'sharedList/takeBack': { id: listImport },
  'sharedList/export': {},
  'trade/list': {},
  'trade/save': { name: '教育' },
  'trade/remove': { id: '9007199254740991' },
  'trade/choose': { merchantId: '9007199254740991', tradeIds: '[]' },
});
