import type { lineChecks } from '../endpoints/monitor.ts';
import { type DoctorSentence, say } from './doctor-sentence.ts';
import { aboutAccounts, ofCalls } from './doctor-words.calls.ts';
import { overTheNetwork } from './doctor-words.network.ts';
import { fill, type Language, type Said, type Values } from './language.ts';

/**
 * What the doctor of lines says of each of its checks, for a merchant's ears: what was found, and what to change where
 * something has to be. Keys are stored with a check and never change their meaning; sentences may be bettered.
 */

type Check = (typeof lineChecks)[number];
export const doctorChecks: Readonly<Record<Check, Said>> = {
  resolve: say('找到地址', '找到位址', 'Address'),
  reply: say('对端回应', '對端回應', 'Reply'),
  certificate: say('证书', '憑證', 'Certificate'),
  credentials: say('账号密码', '帳號密碼', 'Credentials'),
  nat: say('内外网地址', '內外網位址', 'Address translation'),
  codec: say('语音编码', '語音編碼', 'Codecs'),
  ports: say('语音端口', '語音連接埠', 'Media ports'),
  oneWay: say('双向声音', '雙向聲音', 'Two-way audio'),
  lostAck: say('32 秒掉线', '32 秒斷線', 'Calls dropping after 32 s'),
  numbers: say('号码写法', '號碼寫法', 'Number format'),
};

const sentences = { ...overTheNetwork, ...aboutAccounts, ...ofCalls };
/** What a finding may say. */
export type DoctorSays = keyof typeof sentences;
export const doctorSays = Object.keys(sentences) as readonly DoctorSays[];

interface DoctorWords {
  readonly found: string;
  /** Empty: nothing has to be changed. */
  readonly change: string;
}

/** A key of a later release shows as it is. */
export const doctorWords = (says: string, values: Values, language: Language): DoctorWords => {
  const sentence: DoctorSentence | undefined = Object.hasOwn(sentences, says)
    ? sentences[says as DoctorSays]
    : undefined;
  if (!sentence) return { found: says, change: '' };
  const { found, change } = sentence;
  return { found: fill(found, language, values), change: change === null ? '' : fill(change, language, values) };
};
