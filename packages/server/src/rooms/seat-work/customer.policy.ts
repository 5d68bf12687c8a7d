/**
 * What is known of a person by a number. One port for all that seats are shown: the number's newest call now, the library of
 * customers when there is one.
 */
interface Customer {
  readonly name: string;
  readonly company: string;
  readonly tags: readonly string[];
  readonly cateType: number | null;
}

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

const companyIn = (variables: Readonly<Record<string, string>>): string =>
  COMPANY_TITLES.map(title => variables[title]).find(value => value !== undefined && value !== '') ?? '';

interface Row {
  readonly calleeName: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly customerType: number | null;
}

export const customerIn = ({ calleeName, variables, tags, customerType }: Row): Customer => ({
  name: calleeName,
  company: companyIn(variables),
  tags,
  cateType: customerType,
});
