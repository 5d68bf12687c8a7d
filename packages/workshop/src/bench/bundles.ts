import { join } from 'node:path';
import { bundleSizes, type PageSize } from '../../../web/bundle-sizes.ts';
import { cloneDir, type Sample } from './figures.ts';

/** Names of `bundle-sizes.ts` in Chinese. */
const words: Readonly<Record<string, string>> = {
  login: '登录页',
  'shell + home': '外壳和首页',
  'test call': '试呼',
  'my tasks': '我的任务',
  'task editor': '任务编辑',
  'task board': '任务看板',
  'call log': '通话记录',
  'call detail': '通话详情',
  lines: '语音网关',
  monitor: '网关监控',
  'connect a line': '接入我的线路',
  'my staff': '我的员工',
  merchants: '商户和代理商',
  branding: '品牌',
  notices: '公告',
  articles: '帮助文章',
  'update log, written': '写更新日志',
  'update log, read': '更新日志',
  texts: '协议与承诺',
  help: '帮助中心',
  'audit log': '操作日志',
  configured: '系统配置',
  security: '账号安全',
  balance: '余额与流水',
  'business info': '商户信息',
  'parts of the frame': '外壳的部件和对话框',
  palette: '搜索和跳转',
  bell: '消息提醒',
  ticker: '公告条',
  'rail, batch tasks': '侧栏批量任务',
  'rail, help': '侧栏帮助',
};

/** Sizes by the build's manifest, and what they may be at most. */
export const bundleSamples = (): [Sample[], PageSize[]] => {
  const sizes = bundleSizes(join(cloneDir, 'packages/web/dist'));
  const samples = sizes.map(
    ({ page, kB, atMostKB, over }): Sample => ({
      zh: `${words[page] ?? page}${over === null ? '' : '，另加'}，gzip（至多 ${atMostKB}）`,
      en: `${page}${over === null ? '' : ', on top'}, gzip (at most ${atMostKB})`,
      unit: 'kB',
      digits: 1,
      values: [kB],
    }),
  );
  return [samples, sizes];
};
