import type { Language } from '@lianxian/contract';
import type { CallState, HungUpBy } from '@lianxian/core';

type States = Readonly<Record<CallState | 'live', string>>;
type Parties = Readonly<Record<HungUpBy, string>>;
interface ExportWords {
  /** Of the batch and the file. */
  readonly title: string;
  readonly head: readonly string[];
  readonly byHand: string;
  readonly states: States;
  readonly parties: Parties;
  readonly done: string;
  readonly cancelled: string;
  readonly diskFull: string;
}

/** Words of the sheet: the language is the exporter's. `{rows}` is filled. */
export const exportWords: Readonly<Record<Language, ExportWords>> = {
  'zh-CN': {
    title: '通话记录',
    head: '号码 客户 归属地 任务 话术 线路 状态 原因 等级 时长（秒） 轮次 呼叫时间 接通时间 挂断方 费用（元） 采集答案'.split(
      ' ',
    ),
    byHand: '试呼',
    states: {
      answered: '已接通',
      voicemail: '语音信箱',
      fax: '传真',
      noAnswer: '无人接听',
      busy: '用户正忙',
      rejected: '拒接',
      poweredOff: '关机',
      outOfService: '停机',
      unreachable: '无法接通',
      emptyNumber: '空号',
      numberChanged: '号码变更',
      lineFault: '线路故障',
      limited: '受限',
      cancelled: '已取消',
      blacklisted: '黑名单',
      abandoned: '已放弃',
      interrupted: '异常中断',
      live: '进行中',
    },
    parties: { callee: '客户', robot: '机器人', user: '人工操作', platform: '平台', nobody: '—' },
    done: '共 {rows} 条',
    cancelled: '已取消',
    diskFull: '磁盘快满了，没有导出，请先清理',
  },
  'zh-TW': {
    title: '通話記錄',
    head: '號碼 客戶 歸屬地 任務 話術 線路 狀態 原因 等級 時長（秒） 輪次 呼叫時間 接通時間 掛斷方 費用（元） 採集答案'.split(
      ' ',
    ),
    byHand: '試呼',
    states: {
      answered: '已接通',
      voicemail: '語音信箱',
      fax: '傳真',
      noAnswer: '無人接聽',
      busy: '使用者忙線',
      rejected: '拒接',
      poweredOff: '關機',
      outOfService: '停機',
      unreachable: '無法接通',
      emptyNumber: '空號',
      numberChanged: '號碼變更',
      lineFault: '線路故障',
      limited: '受限',
      cancelled: '已取消',
      blacklisted: '黑名單',
      abandoned: '已放棄',
      interrupted: '異常中斷',
      live: '進行中',
    },
    parties: { callee: '客戶', robot: '機器人', user: '人工操作', platform: '平台', nobody: '—' },
    done: '共 {rows} 筆',
    cancelled: '已取消',
    diskFull: '磁碟快滿了，沒有匯出，請先清理',
  },
  en: {
    title: 'Calls',
    head: [
      'Number',
      'Callee',
      'Area',
      'Task',
      'Plan',
      'Line',
      'State',
      'Reason',
      'Level',
      'Talk (s)',
      'Turns',
      'Placed',
      'Answered',
      'Hung up by',
      'Cost (yuan)',
      'Answers',
    ],
    byHand: 'Test call',
    states: {
      answered: 'Answered',
      voicemail: 'Voicemail',
      fax: 'Fax',
      noAnswer: 'No answer',
      busy: 'Busy',
      rejected: 'Rejected',
      poweredOff: 'Powered off',
      outOfService: 'Out of service',
      unreachable: 'Unreachable',
      emptyNumber: 'Empty number',
      numberChanged: 'Number changed',
      lineFault: 'Line fault',
      limited: 'Limited',
      cancelled: 'Cancelled',
      blacklisted: 'Blacklisted',
      abandoned: 'Abandoned',
      interrupted: 'Interrupted',
      live: 'Live',
    },
    parties: { callee: 'Callee', robot: 'Robot', user: 'By hand', platform: 'Platform', nobody: '—' },
    done: '{rows} rows',
    cancelled: 'Cancelled',
    diskFull: 'The disk is full; nothing was exported, free some space first',
  },
};
