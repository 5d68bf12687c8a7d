import { networkInterfaces } from 'node:os';
import { demo, demoLevels, demoPasswordOf } from '../../seed/demo.ts';
import type { Config } from '../config.ts';
import { demoPasswordFile } from './data-dir.ts';

/** The levels around the demo merchant: platform, reseller, one of its employees. */
const { platform, reseller, employee } = demoLevels;
const otherDemos = [
  `平台 ${platform.merchantNumber}/${platform.account}`,
  `代理商 ${reseller.merchantNumber}/${reseller.account}`,
  `员工 ${demo.merchantNumber}/${employee.account}`,
].join('，');

const everywhere = new Set(['0.0.0.0', '::']);

/** What to type into a browser: a listener on every address is reached by the first one that is not loopback. */
export const addressOf = (config: Config): string => {
  const outer = Object.values(networkInterfaces())
    .flatMap(list => list ?? [])
    .find(each => !each.internal && each.family === 'IPv4')?.address;
  const host = everywhere.has(config.host) ? (outer ?? '127.0.0.1') : config.host;
  const scheme = config.tls === null ? 'http' : 'https';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${config.port}`;
};

interface BannerFacts {
  readonly seconds: number;
  readonly logDir: string | null;
  readonly selfMadeCertificate: boolean;
  /** SIP and sound are on this machine alone, until there is a line beyond it. */
  readonly sipShut: boolean;
  /** Somebody reads this at a terminal; what is written into a pipe may end in a log. */
  readonly onTerminal: boolean;
}

/** A password is shown to a person, never to a log (systemd, docker): there stands where to look. */
const passwordFor = (config: Config, onTerminal: boolean): string =>
  onTerminal ? demoPasswordOf(config.secretKey) : `见文件 ${demoPasswordFile(config.dataDir)}`;

const firstSteps = (config: Config, onTerminal: boolean): string[] =>
  config.demo
    ? [
        `    商户编号  ${demo.merchantNumber}`,
        `    账号      ${demo.account}`,
        `    密码      ${passwordFor(config, onTerminal)}（只能在本机登录）`,
        `    其他演示账号（密码相同）：${otherDemos}`,
        '',
        config.practicePort === null
          ? '  先点「试呼」：用「添加线路」接上自己的线路，再拨一个号码。'
          : '  先点「试呼」：选「练习线路」和一位练习客户，就能看着、听着机器人打完一通电话。',
      ]
    : [
        '  没有演示商户。用这条命令创建第一个管理员：',
        '    npm start -- --create-admin --merchant 商户名称 --account 账号',
      ];

/** The last thing `npm start` says: where it is, how to sign in, what to click first. */
export const banner = (config: Config, facts: BannerFacts): string =>
  [
    '',
    `  连线 ${config.version} 已就绪（${facts.seconds.toFixed(1)} 秒）`,
    '',
    `    网址      ${addressOf(config)}`,
    ...firstSteps(config, facts.onTerminal),
    ...(facts.sipShut
      ? [`  SIP 端口 ${config.sip.port} 和语音现在只在本机监听；第一条外部线路保存后自动对外打开，不用重启。`]
      : []),
    ...(facts.selfMadeCertificate ? ['  证书是自制的：浏览器第一次会提示不受信任，选择继续即可。'] : []),
    '',
    `  停止：Ctrl-C${facts.logDir === null ? '' : `    日志：${facts.logDir}`}`,
    '',
  ].join('\n');
