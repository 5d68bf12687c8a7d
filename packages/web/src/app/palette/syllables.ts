/**
 * Pinyin of the characters that pages, settings and actions are called by, in both ways of writing: what the server finds
 * it reads by a dictionary, which is too much for a page. A test says when a character of a name is missing.
 */
const table = `
an安 ban板 bang帮 bao保 bi闭閉 bian辨 biao标標 bie别 bu部 cai采菜採 cao操 cheng承称成稱 chu出 ci词詞 da打大 dai代 dan单單 dao到道 de的
deng登等 ding定 duan短端 e额額 gao告 gen跟 geng更 gong公共工 guan管关關 gui规規 hao号號 he合 hu户呼戶 hua话話 hui回 ji计机记集级計機記級
jia加 jian监建键簡監鍵 jiao叫 jie接捷 jin进進 ju据據 kai开開 ke客 kong控 kou口 ku库庫 kuai快 li理 liang量 liu流留 lu录路錄 ma码碼 me么 mian面
min敏 ming名明 mo模麼 nuo诺諾 pai牌 pei配 pin品 ping平 qi器起其 qian浅签淺簽 qu区區 quan全 ren人任 ri日 ru入 se色 shang商 she设設
shen深什 shi试时识試時識 shou首收 shu数术數術 shui水 shuo說 su速 sui随隨 ta他 tai台 tian添 tiao跳调 ting听聽 tong统通統 tui退 tuo脱
wang网 wen文 wo我 wu务務 xi息席系 xian线線 xiang向 xiao销小銷 xie写协寫協 xin心信新 xing型 xun訊 ye页頁 yi议一意議 yin音 ying营營
yu语与余語與餘 yuan员員 ze则則 zeng增 zha閘 zhan展 zhang账章帳 zhao罩 zhe遮 zheng正 zhi质志置質誌 zhong中 zhu助主 zhun准準 zi資 zuo坐作`;

const syllables = new Map(
  table
    .trim()
    .split(/\s+/)
    .flatMap(row => {
      const [syllable = '', chars = ''] = row.split(/(?<=[a-z])(?=[^a-z])/);
      return [...chars].map(char => [char, syllable] as const);
    }),
);

/** One a character, '' where there is none. */
export const syllablesOf = (text: string): readonly string[] => [...text].map(char => syllables.get(char) ?? '');
