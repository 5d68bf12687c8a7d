import { parameterNumbers } from '@lianxian/core';
import { fill, type Language, type Said } from './language.ts';
import { say } from './say.ts';

const parameter = say('参数 {n}', '參數 {n}', 'parameter {n}');
const numbered = (n: number): Said => ({
  'zh-CN': fill(parameter, 'zh-CN', { n }),
  'zh-TW': fill(parameter, 'zh-TW', { n }),
  en: fill(parameter, 'en', { n }),
});

/** How the fields of a customer are called: of forms, sheets, timelines. */
const own = {
  phone: say('手机号', '手機號', 'phone'),
  name: say('姓名', '姓名', 'name'),
  sex: say('性别', '性別', 'sex'),
  birthday: say('生日', '生日', 'birthday'),
  company: say('公司', '公司', 'company'),
  position: say('职位', '職位', 'position'),
  tags: say('标签', '標籤', 'tags'),
  remark: say('备注', '備註', 'remark'),
  mark: say('备注二', '備註二', 'second remark'),
  city: say('地区代码', '地區代碼', 'region code'),
  province: say('地区', '地區', 'region'),
  cateType: say('客户类型', '客戶類型', 'customer type'),
  further: say('其他号码', '其他號碼', 'further numbers'),
  owner: say('归属', '歸屬', 'owner'),
  next: say('下次跟进', '下次跟進', 'next step'),
} as const satisfies Readonly<Record<string, Said>>;

const parameters: Readonly<Record<string, Said>> = Object.fromEntries(
  parameterNumbers.map(n => [`parameter${n}`, numbered(n)]),
);

export const customerFieldWords: Readonly<Record<string, Said>> = { ...own, ...parameters };

/** A field of a later release shows as it is. */
export const customerFieldWord = (field: string, language: Language): string =>
  Object.hasOwn(customerFieldWords, field) ? customerFieldWords[field]![language] : field;

const customer = say('客户', '客戶', 'customer');
const batch = say('批量任务', '批次任務', 'batch task');
const chosen = { ids: say('所选客户', '所選客戶', 'chosen customers') };
const chosenCalls = { ids: say('所选通话', '所選通話', 'chosen calls') };
const saved = Object.fromEntries(
  ['name', 'sex', 'birthday', 'position', 'mark', 'city', 'province', 'further'].map(field => [
    field,
    own[field as keyof typeof own],
  ]),
);

/** What customers are narrowed to. */
const narrowing = {
  view: say('视图', '檢視', 'view'),
  cateTypes: own.cateType,
  ownerIds: own.owner,
  ownerId: own.owner,
  regions: own.province,
  operators: say('运营商', '電信業者', 'operators'),
  calledFrom: say('上次通话', '上次通話', 'last call'),
  calledTo: say('上次通话', '上次通話', 'last call'),
  neverCalled: say('没有通话过', '沒有通話過', 'never called'),
  nextFrom: own.next,
  nextTo: own.next,
  parameters: say('参数', '參數', 'parameters'),
} as const;
/** The same where it lies within a field of JSON, and what a plan fills. */
export const customerInnerFields: Readonly<Record<string, Said>> = {
  ...narrowing,
  company: own.company,
  over: say('也覆盖', '也覆蓋', 'over what was typed'),
};

/** Fields of what the number library asks for (`fieldsElsewhere`). */
export const customerFieldSaid: Readonly<Record<string, Readonly<Record<string, Said>>>> = {
  'custom/': {
    ...parameters,
    id: customer,
    company: own.company,
    tags: own.tags,
    logid: say('通话', '通話', 'call'),
    logId: say('通话', '通話', 'call'),
    order: say('排序', '排序', 'order'),
    ...narrowing,
    add: say('添加的标签', '新增的標籤', 'tags to add'),
    drop: say('去掉的标签', '去掉的標籤', 'tags to take off'),
    how: say('分配方式', '分配方式', 'way of assignment'),
    to: say('分配给谁', '分配給誰', 'whom to'),
    others: say('被合并的客户', '被合併的客戶', 'customers that are merged'),
    mode: say('已有客户怎么办', '已有客戶怎麼辦', 'what becomes of known customers'),
    names: say('参数名称', '參數名稱', 'names of parameters'),
    most: say('每人客户上限', '每人客戶上限', 'customers a person'),
    coolDays: say('退回后几天可再领', '退回後幾天可再領', 'days until it is taken again'),
    returnDays: say('几天没联系自动退回', '幾天沒聯絡自動退回', 'days until it goes back'),
    warnDays: say('提前几天提醒', '提前幾天提醒', 'days of warning'),
    give: say('同意', '同意', 'agreed'),
    mentions: say('提醒谁', '提醒誰', 'who is told'),
    todoId: say('待办', '待辦', 'to-do'),
    why: say('说明', '說明', 'reason'),
    text: say('内容', '內容', 'text'),
    at: say('时间', '時間', 'time'),
  },
  'custom/list': { name: own.name },
  'custom/save': saved,
  'custom/suggestRegion': { name: own.province },
  'custom/export': { name: own.name, ...chosen },
  'custom/changeTypes': { name: own.name, ...chosen },
  'custom/tag': { name: own.name, ...chosen },
  'custom/assign': { name: own.name, ...chosen },
  'custom/remove': { name: own.name, ...chosen },
  'custom/take': chosen,
  'custom/giveBack': chosen,
  'custom/toTask': {
    ...chosen,
    into: say('加入的任务', '加入的任務', 'task to add to'),
    name: say('姓名', '姓名', 'name'),
    follow: say('以后符合条件的也加入', '以後符合條件的也加入', 'whoever comes into the filter later'),
    newName: say('新任务的名称', '新任務的名稱', 'name of the new task'),
  },
  'custom/fromCalls': {
    ...chosenCalls,
    from: say('开始时间', '開始時間', 'from'),
    to: say('结束时间', '結束時間', 'to'),
    portId: say('语音网关', '語音閘道', 'port'),
    words: say('通话内容', '通話內容', 'what was said'),
  },
  'custom/putBack': { id: batch },
  'custom/unmerge': { id: batch },
  'custom/takeBackImport': { id: say('导入记录', '匯入紀錄', 'import') },
  'custom/answerAsk': { id: say('申请', '申請', 'request') },
};

/** What was done to a customer, on its timeline. */
export const timelineWords = {
  added: say('加入号码库', '加入號碼庫', 'Added to the library'),
  changed: say('修改了资料', '修改了資料', 'Changed'),
  type: say('修改了客户类型', '修改了客戶類型', 'Type changed'),
  taken: say('从公海领取', '從公海領取', 'Taken out of the pool'),
  given: say('退回公海 {why}', '退回公海 {why}', 'Given back to the pool {why}'),
  assigned: say('分配给 {to}', '分配給 {to}', 'Assigned to {to}'),
  returned: say('太久没有联系，自动退回公海', '太久沒有聯絡，自動退回公海', 'Back in the pool: nobody spoke to them'),
  note: say('{text}', '{text}', '{text}'),
  next: say('下次跟进 {text}', '下次跟進 {text}', 'Next step {text}'),
  merged: say('合并了客户 {text}', '合併了客戶 {text}', 'Made one with {text}'),
  removed: say('从号码库删除', '從號碼庫刪除', 'Removed from the library'),
} as const satisfies Readonly<Record<string, Said>>;
