import type { AccessKey, Button, DataScope } from '@lianxian/core';
import type { Said } from './language.ts';

/** Rights as the audit names them: keys are stored, and read as the page of roles calls them. */
const say = (cn: string, tw: string, en: string): Said => ({ 'zh-CN': cn, 'zh-TW': tw, en });

export const rightWords = {
  market: say('营销中心', '行銷中心', 'Marketing'),
  myTask: say('我的任务', '我的任務', 'My tasks'),
  callLog: say('通话记录', '通話記錄', 'Call log'),
  messageTem: say('短信模板', '簡訊範本', 'SMS templates'),
  statist: say('数据统计', '資料統計', 'Statistics'),
  planQuality: say('话术质量', '話術品質', 'Plan quality'),
  levelStatistics: say('通话质量', '通話品質', 'Call quality'),
  collection: say('信息采集', '資訊採集', 'Collected answers'),
  portStat: say('端口统计', '連接埠統計', 'Port statistics'),
  robot: say('机器人', '機器人', 'Robot'),
  plan: say('我的话术', '我的話術', 'My plans'),
  library: say('录音库', '錄音庫', 'Recordings'),
  myKeyword: say('公共词库', '公共詞庫', 'Keywords'),
  port: say('语音网关', '語音閘道', 'Voice gateways'),
  monitor: say('网关监控', '閘道監控', 'Gateway monitor'),
  CRM: say('客户管理', '客戶管理', 'Customers'),
  number: say('号码库', '號碼庫', 'Numbers'),
  myStaff: say('我的员工', '我的員工', 'Employees'),
  seat: say('人工坐席', '人工坐席', 'Seats'),
  call_out: say('呼出电话', '撥出電話', 'Place calls'),
  search_more: say('按更多条件查通话', '按更多條件查通話', 'Use advanced call filters'),
  'callLog:export': say('导出通话记录', '匯出通話記錄', 'Export call records'),
  'callLog:delete': say('删除通话记录', '刪除通話記錄', 'Delete call records'),
  'export:approve': say('同意大批导出', '同意大批匯出', 'Approve large exports'),
  'number:import': say('导入客户', '匯入客戶', 'Import customers'),
  'number:export': say('导出客户', '匯出客戶', 'Export customers'),
  'number:assign': say('分配客户', '分配客戶', 'Assign customers'),
  'task:create': say('新建和修改任务', '新建和修改任務', 'Create and edit tasks'),
  'task:control': say('启动、暂停、停止任务', '啟動、暫停、停止任務', 'Start, pause and stop tasks'),
  'plan:edit': say('修改话术', '修改話術', 'Edit plans'),
  'plan:publish': say('发布话术', '發布話術', 'Publish plans'),
  'seat:monitor': say('监听坐席', '監聽坐席', 'Listen in on calls'),
  'phone:unmask': say('看完整号码', '看完整號碼', 'View full phone numbers'),
  own: say('只看自己的', '只看自己的', 'Own data'),
  department: say('看本部门和下级的', '看本部門和下級的', 'Department and below'),
  all: say('看全部', '看全部', 'Everything'),
} as const satisfies Readonly<Record<AccessKey | Button | DataScope, Said>>;
