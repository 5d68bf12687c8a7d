import type { SpeechFault, SpeechKind, VendorKind } from '../endpoints/speech.ts';
import type { Said } from './language.ts';

const say = (cn: string, tw: string, en: string): Said => ({ 'zh-CN': cn, 'zh-TW': tw, en });

/** Why a speech service failed, as a sentence that says what to do. */
export const speechFaultWords: Readonly<Record<SpeechFault, Said>> = {
  unreachable: say(
    '连不上，检查地址、端口和防火墙',
    '連不上，檢查位址、連接埠和防火牆',
    'No response. Check address, port and firewall',
  ),
  notAllowed: say(
    '地址在内网或本机，需要安装人员在 PRIVATE_HOSTS 里允许',
    '位址在內網或本機，需要安裝人員在 PRIVATE_HOSTS 裡允許',
    'Private network address. The platform operator must allow it in PRIVATE_HOSTS',
  ),
  notAnAddress: say('地址不对', '位址不對', 'Invalid address'),
  keyRefused: say('密钥被拒绝，检查后重填', '金鑰被拒絕，檢查後重填', 'Key rejected. Enter it again'),
  refused: say(
    '服务拒绝了请求，检查地址和模型名',
    '服務拒絕了請求，檢查位址和模型名',
    'Request rejected. Check the address and model',
  ),
  tooMany: say('服务说请求太多，稍后再试', '服務說請求太多，稍後再試', 'Rate limited by the service. Try later'),
  broken: say('服务自己出错了', '服務自己出錯了', 'The service reported an error'),
  tooLong: say('回答太长，已放弃', '回答太長，已放棄', 'Response too long'),
  timeout: say('太慢，没有等到回答', '太慢，沒有等到回答', 'Timed out'),
  nonsense: say(
    '回答看不懂，检查地址是不是这种服务',
    '回答看不懂，檢查位址是不是這種服務',
    'Unexpected response. Is this the right service type?',
  ),
  forbidden: say(
    '回答了禁止谈的内容，已拦下',
    '回答了禁止談的內容，已攔下',
    'Stopped for mentioning an off-limits topic',
  ),
  resting: say('连续失败，暂停半分钟后再试', '連續失敗，暫停半分鐘後再試', 'Failed repeatedly. Retrying in 30 seconds'),
  closed: say('服务断开了连接', '服務斷開了連線', 'Connection closed by the service'),
  slow: say('跟不上说话的速度', '跟不上說話的速度', 'The service can’t keep up'),
  folder: say('模型文件夹不全或读不了', '模型資料夾不全或讀不了', 'The model folder is incomplete or unreadable'),
  library: say('sherpa-onnx 程序库加载不了', 'sherpa-onnx 程式庫載入不了', 'Couldn’t load the sherpa-onnx library'),
  heardNothing: say('连上了，但没有听出任何话', '連上了，但沒有聽出任何話', 'Connected, but nothing was recognised'),
  noRecording: say(
    '被复刻的录音不在录音库里了，请另选一段',
    '被複製的錄音不在錄音庫裡了，請另選一段',
    'The cloned recording is no longer in the library. Choose another',
  ),
  unknown: say('没有得到结果', '沒有得到結果', 'No result'),
};

/** Kinds of services by what they are known as. */
export const speechKindWords: Readonly<Record<SpeechKind, Said>> = {
  funasr: say('FunASR', 'FunASR', 'FunASR'),
  vosk: say('Vosk', 'Vosk', 'Vosk'),
  sherpa: say('sherpa-onnx（本机模型）', 'sherpa-onnx（本機模型）', 'sherpa-onnx (model on this machine)'),
  aliyunAsr: say('阿里云（智能语音交互）', '阿里雲（智慧語音互動）', 'Aliyun (Intelligent Speech)'),
  tencentAsr: say('腾讯云（实时语音识别）', '騰訊雲（即時語音辨識）', 'Tencent Cloud (real-time recognition)'),
  xunfeiAsr: say('讯飞（实时语音转写）', '訊飛（即時語音轉寫）', 'Xunfei (real-time transcription)'),
  volcengineAsr: say('火山引擎（流式语音识别）', '火山引擎（串流語音辨識）', 'Volcengine (streaming recognition)'),
  openaiSpeech: say('OpenAI 兼容语音', 'OpenAI 相容語音', 'OpenAI-compatible speech'),
  cosyvoice: say('CosyVoice', 'CosyVoice', 'CosyVoice'),
  sherpaTts: say('sherpa-onnx（本机模型）', 'sherpa-onnx（本機模型）', 'sherpa-onnx (model on this machine)'),
  aliyunTts: say('阿里云语音合成', '阿里雲語音合成', 'Aliyun speech'),
  tencentTts: say('腾讯云语音合成', '騰訊雲語音合成', 'Tencent Cloud speech'),
  xunfeiTts: say('讯飞语音合成', '訊飛語音合成', 'Xunfei speech'),
  volcengineTts: say('火山引擎语音合成', '火山引擎語音合成', 'Volcengine speech'),
  openaiChat: say('OpenAI 兼容对话', 'OpenAI 相容對話', 'OpenAI-compatible chat'),
};

/** What a vendor's own console calls what is to be copied from there: the same in every language. */
export const vendorNames: Readonly<
  Record<VendorKind, Partial<Readonly<Record<'appId' | 'keyId' | 'key' | 'model' | 'speaker', string>>>>
> = {
  aliyunAsr: { appId: 'AppKey', keyId: 'AccessKey ID', key: 'AccessKey Secret' },
  aliyunTts: { appId: 'AppKey', keyId: 'AccessKey ID', key: 'AccessKey Secret', speaker: 'voice' },
  tencentAsr: { appId: 'AppID', keyId: 'SecretId', key: 'SecretKey', model: 'engine_model_type' },
  tencentTts: { keyId: 'SecretId', key: 'SecretKey', speaker: 'VoiceType' },
  xunfeiAsr: { appId: 'APPID', key: 'APIKey' },
  xunfeiTts: { appId: 'APPID', keyId: 'APIKey', key: 'APISecret', speaker: 'vcn' },
  volcengineAsr: { appId: 'APP ID', key: 'Access Token', model: 'Resource ID' },
  volcengineTts: { appId: 'APP ID', key: 'Access Token', model: 'Cluster', speaker: 'voice_type' },
};
