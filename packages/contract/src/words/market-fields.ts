import type { Said } from './language.ts';
import { say } from './say.ts';

const product = say('商品', '商品', 'product');

/** How fields of the market and of selling are called. */
export const marketFields: Readonly<Record<string, Readonly<Record<string, Said>>>> = {
  'market/': {
    id: product,
    access: say('开放程度', '開放程度', 'open or closed'),
    choices: say('冲突的选择', '衝突的選擇', 'choices'),
    despite: say('测试不通过也升级', '測試不通過也升級', 'although tests break'),
    line: say('第几句', '第幾句', 'which line'),
    name: say('话术名称', '話術名稱', 'name of the plan'),
    price: say('价格', '價格', 'price'),
    priceKind: say('收费方式', '收費方式', 'how it is paid'),
    requestId: say('请求编号', '請求編號', 'request id'),
    sort: say('排序', '排序', 'order'),
    text: say('评价', '評價', 'opinion'),
    to: say('升级到的版本', '升級到的版本', 'version to upgrade to'),
    trade: say('行业', '行業', 'trade'),
  },
  'planProduct/': {
    id: product,
    access: say('开放程度', '開放程度', 'open or closed'),
    at: say('提交时间', '提交時間', 'when it was handed in'),
    description: say('介绍', '介紹', 'description'),
    note: say('版本说明', '版本說明', 'note'),
    percent: say('平台分成', '平台分成', 'the platform’s share'),
    price: say('价格', '價格', 'price'),
    priceKind: say('收费方式', '收費方式', 'how it is paid'),
    reason: say('原因', '原因', 'reason'),
    title: say('商品名称', '商品名稱', 'title'),
    trade: say('行业', '行業', 'trade'),
    verdict: say('审核结果', '審核結果', 'verdict'),
    version: say('版本', '版本', 'version'),
  },
};
