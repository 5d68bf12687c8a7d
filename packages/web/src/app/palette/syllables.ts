/**
 * Pinyin of the characters that pages, settings and actions are called by, and of the other words for them, in both ways of
 * writing: what the server finds it reads by a dictionary, which is too much for a page. A test says when one is missing.
 */
const table = `
an安案 bai白 ban板伴版办辦 bang帮綁绑 bao保包 bei北备備 ben本 bi闭閉蔽 bian辨編编 biao标標 bie别別 bing並併并 bo拨撥 bu部不埠布步 cai采菜採 can参參 cao操 ce冊册 chang场場
cheng承称成稱程 chong充 chu出儲除 ci词詞次 cun存 da打大 dai代待 dan单單 dang档檔 dao到道导 de的 deng登等燈 dian电電 diao掉 ding定 dong动動 duan短端断斷段
dui对對 e额額 fa发法發 fan範繁范 fei費费 fen份 feng封 fu服复覆 gai改概 gang岗 gao告 gen跟 geng更 gong公共工功 gua挂掛 guan管关關觀观 gui规規 gun滚 hang行
hao号號好 he合核 hei黑 hou后後 hu户呼戶护護 hua话話划畫 huan换換 hui回匯 huo伙夥 ji计机记集级計機記級急稽紀即继繼輯辑 jia假加 jian监建键簡監鍵件简間间 jiao叫教脚腳 jie接捷介節结結节
jin进進今禁紧緊金 jing京經经 ju据據剧劇 jue角 kai开開 ke客可 kong控 kou口扣 ku库庫 kuai快 kuan款 la拉 lan覽览 lao老 le了 li理歷历 lian联聯 liang量两兩 liao料
ling令铃鈴 liu流留 lu录路錄 luo絡 ma码碼馬 me么 men門门 mi密 mian面 min敏 ming名明 mo模麼 neng能 nian念 nuo诺諾 pai牌 pan盘盤 pao跑 pei配 pi批 pian偏
pin品頻频 ping平屏 qi器起其企 qian浅签淺簽錢钱迁遷 qing清 qu区區渠 quan全权權 qun群 re热熱 ren人任 ri日 ru入 se色 shan删刪 shang商上 she设設 shen深什审審
sheng升声聲 shi试时识試時識事史实市 shou首收手授 shu数术數術书書束 shui水誰谁 shuo說说 si司私 song送 su速訴诉 sui随隨 suo鎖 ta他 tai台态態 ti体題题體 tian添天 tiao跳调条條
tie貼贴 ting听聽停 tong统通統同 tou投 tu图圖 tui退推 tuo脱脫 wai外 wan完 wang网網 wei位围圍微维維 wen文 wo我 wu务務 xi息席系細细 xian线線限 xiang向详項项响響
xiao销小銷消 xie写协寫協 xin心信新 xing型 xiu修休 xu许許 xuan选選 xue學 xun訊 yan言顏颜驗验 yao钥 ye页頁业業 yi依议一意議义義移 yin音隐隱 ying营營英 yong用
yu语与余語與餘域預预 yuan员員 yue鑰 yun运 zai再 zan暂暫 ze则則 zen怎 zeng增 zha閘 zhan展 zhang账章帳 zhao罩 zhe遮者 zhen真 zheng正整證证 zhi质志置質誌值止知职職
zhong中 zhou驟 zhu助主注註 zhuang状狀裝 zhun准準 zi資子字自 zong總 zuo坐作`;

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
