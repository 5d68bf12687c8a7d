import type { Language } from '@lianxian/contract';

/** Words of the sheet: the language is the exporter's. */
export const auditSheetWords: Readonly<Record<Language, { readonly title: string; readonly head: readonly string[] }>> =
  {
    'zh-CN': { title: '操作日志', head: '时间 姓名 账号 操作 对象 对象编号 变更 地址 页面 商户'.split(' ') },
    'zh-TW': { title: '操作日誌', head: '時間 姓名 帳號 操作 對象 對象編號 變更 位址 頁面 商戶'.split(' ') },
    en: {
      title: 'Audit log',
      head: ['Time', 'Name', 'Account', 'Action', 'Target', 'Target id', 'Changes', 'Address', 'Page', 'Merchant'],
    },
  };
