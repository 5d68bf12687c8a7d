import type { LineSetting, LineSettings } from '@lianxian/core';
import type { Said } from './language.ts';

const say = (cn: string, tw: string, en: string): Said => ({ 'zh-CN': cn, 'zh-TW': tw, en });

/** How the settings of a line are called: where one is refused, in the audit, and on the form. */
export const lineSettingWords = {
  access: say('接入方式', '接入方式', 'connection type'),
  transport: say('传输协议', '傳輸協定', 'transport'),
  tlsCheck: say('证书校验', '憑證驗證', 'certificate check'),
  srtp: say('媒体加密', '媒體加密', 'media encryption'),
  behindNat: say('对端在 NAT 后', '對端在 NAT 後', 'behind NAT'),
  domain: say('SIP 域名', 'SIP 網域', 'SIP domain'),
  codecs: say('语音编码', '語音編碼', 'codecs'),
  keysBy: say('按键方式', '按鍵方式', 'keys'),
  rewriting: say('号码改写', '號碼改寫', 'number rewriting'),
  abroad: say('国际号码', '國際號碼', 'international numbers'),
  pick: say('选号方式', '選號方式', 'caller ID rotation'),
  greetingDelayMs: say('开场等待', '開場等待', 'delay before speaking'),
  channels: say('并发', '並發', 'channels'),
  callsPerSecond: say('每秒呼叫数', '每秒呼叫數', 'calls per second'),
} satisfies Partial<Record<LineSetting, Said>>;

/** Choices of settings, as the form shows them. */
export const lineChoiceWords = {
  abroad: {
    none: say('不呼叫', '不呼叫', 'not called'),
    plus: say('以 + 呼出', '以 + 撥出', 'dialled with +'),
    '00': say('以 00 呼出', '以 00 撥出', 'dialled with 00'),
  },
  tlsCheck: {
    ca: say('要可信机构签发', '要可信機構簽發', 'trusted authority'),
    any: say('自签也接受', '自簽也接受', 'allow self-signed'),
  },
  access: {
    address: say('对接', '對接', 'by IP address'),
    register: say('注册', '註冊', 'registered'),
    gateway: say('网关注册', '閘道註冊', 'gateway'),
  },
  keysBy: {
    auto: say('自动', '自動', 'automatic'),
    inband: say('从声音里听', '從聲音裡聽', 'in-band audio'),
    info: say('SIP INFO', 'SIP INFO', 'SIP INFO'),
  },
  pick: {
    fixed: say('固定', '固定', 'fixed'),
    inTurn: say('轮流', '輪流', 'in turn'),
    random: say('随机', '隨機', 'random'),
    sameCity: say('同城优先', '同城優先', 'same city first'),
    sameProvince: say('同省优先', '同省優先', 'same province first'),
  },
} as const satisfies {
  readonly [S in 'abroad' | 'tlsCheck' | 'access' | 'keysBy' | 'pick']: Readonly<Record<LineSettings[S], Said>>;
};
