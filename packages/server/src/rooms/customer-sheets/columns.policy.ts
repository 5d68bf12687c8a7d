import type { customerSheetEndpoints, OutputOf } from '@lianxian/contract';
import { customerFieldWords, languages } from '@lianxian/contract';
import { parameterNumbers } from '@lianxian/core';

/** What the columns of a sheet of customers fill: by their titles, as we write them and as people do. */
export type CustomerUse = OutputOf<typeof customerSheetEndpoints.preview>['columns'][number]['guess'];

const asPeopleSay: readonly (readonly [CustomerUse, RegExp])[] = [
  ['phone', /^(?:手机|手機|电话|電話|联系电话|聯絡電話|号码|號碼|手机号码|手機號碼|mobile|tel)$/i],
  ['name', /^(?:客户姓名|客戶姓名|联系人|聯絡人|名字|客户|称呼)$/],
  ['sex', /^(?:客户性别|客戶性別|gender)$/i],
  [
    'company',
    /^(?:公司名称|公司名稱|单位|單位|所在单位|所在單位|单位名称|單位名稱|企业|企業|企业名称|工作单位|工作單位)$/,
  ],
  ['position', /^(?:职务|職務|岗位|title)$/i],
  ['birthday', /^(?:出生日期|出生年月日?|生日日期|date of birth)$/i],
  ['province', /^(?:省市|省市区|省市區|省份|所在地区|所在地區|所在地|地址)$/],
  ['tags', /^(?:客户标签|客戶標籤|tag)$/i],
  ['remark', /^(?:说明|說明|备注一|客户备注|客戶備註|跟进备注|跟進備註|note|notes)$/i],
  ['cateType', /^(?:类型|類型)$/],
  ['owner', /^(?:负责人|負責人|归属人|业务员|銷售|销售)$/],
  ['further', /^(?:其他电话|其他電話|备用电话|備用電話|备用号码|備用號碼|备用手机|備用手機|电话2|手机2)$/],
];

/** What a title says in brackets is how its cells are written. */
const bracketed = /\s*[(（【[].*[)）】\]]\s*$/;

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
    const whole = written.trim();
    const title = whole.replace(bracketed, '');
    const named = parameterNumbers.find(n => names[n - 1] !== '' && names[n - 1] === whole);
    const use =
      (named === undefined ? undefined : (`parameter${named}` as CustomerUse)) ??
      byOurWord.get(title.toLowerCase()) ??
      asPeopleSay.find(([, says]) => says.test(title))?.[0];
    if (use === undefined || taken.has(use)) return 'skip';
    taken.add(use);
    return use;
  });
};
