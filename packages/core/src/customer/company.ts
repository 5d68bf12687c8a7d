/** As sheets call the column. */
const COMPANY_TITLES = [
  '公司',
  '公司名称',
  '单位',
  '单位名称',
  '企业',
  '企业名称',
  '公司名稱',
  '單位',
  '企業名稱',
  'company',
];

/** What a sheet said of a callee's company. */
export const companyIn = (variables: Readonly<Record<string, string>>): string =>
  COMPANY_TITLES.map(title => variables[title]).find(value => value !== undefined && value !== '') ?? '';
