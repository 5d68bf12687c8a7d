import type { Said } from './language.ts';
import { say } from './say.ts';

const call = say('通话', '通話', 'call');
const note = say('备注', '備註', 'note');
const seat = say('坐席', '坐席', 'seat');
const phone = say('电话号码', '電話號碼', 'phone number');
const answers = say('导航问题的回答', '導航問題的回答', 'answers to guide questions');

/** Fields of what seats ask for (`fieldsElsewhere`). */
export const seatFields: Readonly<Record<string, Readonly<Record<string, Said>>>> = {
  'user/getSeatPwd': { takeOver: say('在这里接管', '在這裡接管', 'whether this device takes over') },
  'seat/': {
    act: say('操作', '操作', 'what is done'),
    answers,
    autoAnswer: say('自动接听', '自動接聽', 'whether calls are answered by themselves'),
    awayLimitS: say('断线等待秒数', '斷線等待秒數', 'seconds a lost seat is waited for'),
    breakReasons: say('小休原因', '小休原因', 'reasons of breaks'),
    callId: call,
    calltime: say('开始时间', '開始時間', 'start of the call'),
    callState: say('通话结果', '通話結果', 'outcome of the call'),
    callType: say('呼叫方向', '呼叫方向', 'direction of the call'),
    customerType: say('客户类型', '客戶類型', 'customer type'),
    employeeId: seat,
    enabled: say('可以连接', '可以連線', 'whether it may connect'),
    extension: say('分机号', '分機號', 'extension'),
    id: call,
    jsonArray: answers,
    keys: say('按键', '按鍵', 'keys'),
    mayPause: say('可以暂停录音', '可以暫停錄音', 'whether it may pause recordings'),
    members: say('组员', '組員', 'members'),
    nextCallAt: say('下次呼叫时间', '下次呼叫時間', 'time of the next call'),
    note,
    party: say('通话的一方', '通話的一方', 'somebody of the call'),
    q: say('搜索内容', '搜尋內容', 'search'),
    reason: say('小休原因', '小休原因', 'reason of the break'),
    ringS: say('振铃秒数', '響鈴秒數', 'seconds of ringing'),
    strategy: say('分配方式', '分配方式', 'way of distribution'),
    tags: say('标签', '標籤', 'tags'),
    taskid: say('任务', '任務', 'task'),
    times: say('通话秒数', '通話秒數', 'seconds of talk'),
    to: say('转给谁', '轉給誰', 'whom it is given to'),
    type: say('问卷类型', '問卷類型', 'kind of guide'),
    voicepath: say('录音路径', '錄音路徑', 'path of the recording'),
    wrapUpS: say('话后处理秒数', '話後處理秒數', 'seconds of wrap-up'),
    phone,
  },
  'seat/groupSave': { id: say('坐席组', '坐席組', 'group') },
  'seat/groupRemove': { id: say('坐席组', '坐席組', 'group') },
  'custom/': { phone, logId: call, todoId: say('待办', '待辦', 'to-do') },
};
