import { expect, test } from 'vitest';
import { wantsNoCalls, wishOdds } from './call-wish.ts';

test.each(
  `别再给我打电话了 不要再打了 甭打了 莫再打 别打了谢谢 以后不要打给我 把我号码删了 把我从名单里划掉 请删除我的个人信息 拉黑我吧
   再打我就投诉你们 我要投诉你们天天打骚扰电话 你们打来打去烦不烦 一天打八遍有完没完 我不想再接到你们的电话 请勿再拨 退订你们的电话
   不需要，以后别联系我 都说了多少遍别打了 憋再打了 不要在打来了 喂，又是你们，别打了行不行
   我已经买过了，麻烦以后不要再给我打电话了，谢谢`.split(/\s+/),
)('「%s」: no more calls', said => {
  expect(wantsNoCalls(said)).toBe(true);
});

test.each(
  `不需要 不用了谢谢 不考虑 没兴趣 滚 今天别打了明天再打 上班别打 开会呢，晚点打 别打座机打我手机 打折吗 打车来的 打针疼吗 网页打不开
   别打折，便宜点就行 我打错了 你打错了 别挂 别急 我要投诉 投诉电话多少 给我取消 订单取消 照片删了 我把你们号码删了，再发我一次
   是不是骚扰电话 上征信黑名单吗 到了给我打个电话 再打一遍 不要，一天打我三次 周三上午 五百块 我没说别打 别再给我换老师了
   孩子把我的资料删了 报警了 15492632138 最后一个得了`.split(/\s+/),
)('「%s」 is something else', said => {
  expect(wantsNoCalls(said)).toBe(false);
});

test('nothing, one sign, and a book are read', () => {
  for (const said of ['', '，', '打', '😀', '别打'.repeat(50_000)]) expect(Number.isFinite(wishOdds(said))).toBe(true);
});
