/** The number library: one customer, one sheet, one request, and a good input for each of its endpoints. */
export interface CustomerAssets {
  readonly customer: string;
  readonly customerImport: string;
  readonly customerAsk: string;
}

/** Gives a merchant one of each. */
export const provisionCustomers = async (
  insert: (sql: string, ...values: unknown[]) => Promise<string>,
): Promise<CustomerAssets> => {
  const customer = await insert(
    `insert into customer (merchant_id, phone, name, owner_id) values ($1,
       (13900000021 + (select count(*) from customer where merchant_id = $1))::text, '陈女士',
       (select id from employee where merchant_id = $1 and role_code in ('company', 'agent') order by id limit 1)) returning id`,
  );
  return {
    customer,
    customerImport: await insert(
      `insert into customer_import (merchant_id, batch_id, name, by_employee, is_over)
       values ($1,
       1 + (select count(*) from customer_import where merchant_id = $1), '客户.xlsx', (select id from employee where merchant_id = $1 limit 1), true) returning id`,
    ),
    customerAsk: await insert(
      `insert into customer_ask (merchant_id, customer_id, asked_by)
       values ($1, $2, (select id from employee where merchant_id = $1 limit 1)) returning id`,
      customer,
    ),
  };
};

interface Others {
  readonly call: string;
  readonly task: string;
  readonly batch: string;
  readonly seat: string;
}

export const customerSamples = (
  { customer, customerImport, customerAsk }: CustomerAssets,
  { call, task, batch, seat }: Others,
) => ({
  'custom/list': { view: 'all' },
  'custom/views': {},
  'custom/choices': {},
  'custom/detailOrid': { id: customer },
  'custom/save': { id: customer, name: '陈老师' },
  'custom/whose': { phone: '13900000022' },
  'custom/changeType': { id: customer, cateType: '2' },
  'custom/suggestRegion': { name: '深圳', page: '1', limit: '1000' },
  'custom/nextStep': { id: customer, at: '2030-01-01T09:00', text: '回访' },
  'custom/note': { id: customer, text: '喜欢上午接电话' },
  'custom/timeline': { id: customer },
  'custom/changeTypes': { cateType: '2' },
  'custom/tag': { add: JSON.stringify(['老客户']) },
  'custom/assign': { to: JSON.stringify([{ employeeId: seat }]) },
  'custom/handOver': { employeeId: seat },
  'custom/take': { ids: JSON.stringify([customer]) },
  'custom/giveBack': { ids: JSON.stringify([customer]) },
  'custom/remove': { ids: JSON.stringify([customer]) },
  'custom/putBack': { id: batch },
  'custom/export': {},
  'custom/toTask': { into: task },
  'custom/fromCalls': { ids: JSON.stringify([call]) },
  'custom/uploadSheet': {},
  'custom/preview': { text: '13900000023' },
  'custom/import': { fileId: 'none', columns: JSON.stringify([{ index: 0, use: 'phone' }]) },
  'custom/imports': {},
  'custom/takeBackImport': { id: customerImport },
  'custom/duplicates': {},
  'custom/compare': { id: customer, others: JSON.stringify(['9007199254740991']) },
  'custom/merge': { id: customer, others: JSON.stringify(['9007199254740991']) },
  'custom/unmerge': { id: batch },
  'custom/settings': {},
  'custom/saveSettings': {
    ...{ names: JSON.stringify(Array.from({ length: 20 }, () => '')), most: '0' },
    ...{ coolDays: '0', returnDays: '0', warnDays: '3' },
  },
  'custom/ask': { phone: '13900000024' },
  'custom/asks': {},
  'custom/answerAsk': { id: customerAsk, give: '0' },
});

const fields: Readonly<Record<string, keyof CustomerAssets | keyof Others>> = {
  ...Object.fromEntries(
    ['detailOrid', 'save', 'changeType', 'nextStep', 'note', 'timeline', 'compare', 'merge'].map(act => [
      `custom/${act} id`,
      'customer' as const,
    ]),
  ),
  'custom/handOver employeeId': 'seat',
  'custom/putBack id': 'batch',
  'custom/toTask into': 'task',
  'custom/takeBackImport id': 'customerImport',
  'custom/unmerge id': 'batch',
  'custom/answerAsk id': 'customerAsk',
};
export const customerAssetOf = (path: string, field: string) => fields[`${path} ${field}`] ?? null;
