import type { TaskState } from '@lianxian/core';
import type { Said } from './language.ts';
import { say } from './say.ts';

/** How a task stands. By itself, for the frame says it; why it stands so is for the pages that say that. */
export const taskStateWords: Readonly<Record<TaskState, Said>> = {
  draft: say('草稿', '草稿', 'Draft'),
  waiting: say('等待时段', '等待時段', 'Waiting for calling hours'),
  running: say('运行中', '執行中', 'Running'),
  paused: say('已暂停', '已暫停', 'Paused'),
  finished: say('已完成', '已完成', 'Finished'),
  stopped: say('已停止', '已停止', 'Stopped'),
};
