import type { customerSheetEndpoints, OutputOf } from '@lianxian/contract';
import { customerFieldWords, languages } from '@lianxian/contract';
import { parameterNumbers } from '@lianxian/core';

/** What the columns of a sheet of customers fill: by their titles, as we write them and as people do. */
export type CustomerUse = OutputOf<typeof customerSheetEndpoints.preview>['columns'][number]['guess'];

const asPeopleSay: readonly (readonly [CustomerUse, RegExp])[] = [
  ['phone', /^(?:手机|手機|电话|電話|联系电话|聯絡電話|号码|號碼|手机号码|手機號碼|mobile|tel)$/i],
  ['name', /^(?:客户姓名|客戶姓名|联系人|聯絡人|名字|客户|称呼)$/],
  ['company', /^(?:公司名称|公司名稱|单位|單位|企业|企業|企业名称)$/],
  ['position', /^(?:职务|職務|岗位|title)$/i],
  ['birthday', /^(?:出生日期|生日日期|date of birth)$/i],
  ['province', /^(?:省市区|省市區|所在地区|所在地|地址)$/],
  ['remark', /^(?:说明|說明|备注一|note|notes)$/i],
  ['cateType', /^(?:类型|類型)$/],
  ['owner', /^(?:负责人|負責人|归属人|业务员|銷售|销售)$/],
  ['further', /^(?:其他电话|备用号码|備用號碼|电话2|手机2)$/],
];

const byOurWord: ReadonlyMap<string, CustomerUse> = new Map(
  Object.entries(customerFieldWords).flatMap(([field, said]) =>
    field === 'next' ? [] : languages.map(language => [said[language].toLowerCase(), field as CustomerUse] as const),
  ),
);

/** Each use once, the first column that is called so; what nobody understands is left out. `phone`: which holds the numbers. */
export const guessUses = (
  titles: readonly string[],
  names: readonly string[],
  phone: number | undefined,
): readonly CustomerUse[] => {
  const taken = new Set<CustomerUse>(phone === undefined ? [] : ['phone']);
  return titles.map((written, index) => {
    if (index === phone) return 'phone';
    const title = written.trim();
    const named = parameterNumbers.find(n => names[n - 1] !== '' && names[n - 1] === title);
    const use =
      (named === undefined ? undefined : (`parameter${named}` as CustomerUse)) ??
      byOurWord.get(title.toLowerCase()) ??
      asPeopleSay.find(([, says]) => says.test(title))?.[0];
    if (use === undefined || taken.has(use)) return 'skip';
    taken.add(use);
    return use;
  });
};
