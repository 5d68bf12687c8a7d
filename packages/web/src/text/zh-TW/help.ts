import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/help.ts';

export const words: Shape<typeof source> = {
  title: '說明中心',
  close: '關閉',
  search: '搜尋說明',
  contents: '文章目錄',
  results: '搜尋結果',
  found: '{{n}} 篇',
  noneFound: '沒有找到',
  noneFoundHint: '換個詞，或從目錄裡找。',
  empty: '還沒有說明文章',
  emptyHint: '平台寫好後會出現在這裡。',
  failed: '說明載入失敗',
  gone: '這篇文章不在了',
  goneHint: '可能已下線，從目錄裡換一篇。',
  wholePage: '整頁開啟',
  updated: '更新於 {{at}}',
  today: '今天',
  updates: {
    title: '更新日誌',
    version: '第 {{n}} 版',
    failed: '更新日誌載入失敗',
    empty: '還沒有更新日誌',
    emptyHint: '有新功能時會寫在這裡。',
    more: '更早的',
  },
  commitment: {
    title: '商業承諾',
    version: '第 {{n}} 版',
    failed: '商業承諾載入失敗',
    empty: '還沒有商業承諾',
    emptyHint: '平台發布後會出現在這裡。',
  },
  ticker: { title: '公告', more: '第 {{n}} 則，共 {{all}} 則', since: '{{at}} 起' },
};
