import { endpoints, type OutputOf } from '@lianxian/contract';
import type { Verdict } from '@lianxian/core';
import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { playsState } from '../../live/plays-state.ts';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { giveCall, giveCalls } from '../../testing/house-calls.ts';
import { openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { busyCall, toldCall } from '../../testing/story.ts';

let merchant: Merchant;
/** One that was told, and one where nobody was reached. */
let told: string;
let taken: string;
beforeAll(async () => {
  merchant = await newMerchant();
  [told = '', taken = ''] = await giveCalls(merchant, [toldCall, busyCall]);
});

const open = (id = told, query = '') => openAt(`/platform/call/${id}${query}`, { as: merchant.owner });

test('the record shows what came of the call and plays from a line', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('heading', { name: '15400000001' })).toBeVisible();
  await expect.element(screen.getByText('约到试听时间，通话 30 秒以上')).toBeVisible();
  await expect.element(screen.getByText('凭 词「多少钱」')).toBeVisible();
  await expect.element(screen.getByText('凭 相似句「是啊你说吧」 92%')).toBeVisible();
  await expect.element(screen.getByText('静默 6.2 秒')).toBeVisible();
  await expect.element(screen.getByText('11 句 · 没听懂 1')).toBeVisible();
  await expect.element(screen.getByText(/¥ 0\.00/)).toBeVisible();

  await screen.getByRole('button', { name: /那一节课大概多少钱呢/ }).click();
  const wave = screen.getByRole('slider');
  await expect.element(wave).toHaveAttribute('aria-valuenow', '23');
  expect(document.querySelector('.call-record-transcript li[aria-current]')?.textContent).toContain(
    '那一节课大概多少钱呢',
  );
  await screen.getByRole('button', { name: '下一句' }).click();
  await expect.element(wave).toHaveAttribute('aria-valuenow', '27');
  await wave.click({ position: { x: 1, y: 20 } });
  await expect.element(wave).toHaveAttribute('aria-valuenow', '0');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(wave).toHaveAttribute('aria-valuenow', '5');

  await screen.getByRole('button', { name: '播放', exact: true }).click();
  await expect.poll(() => Number(wave.element().getAttribute('aria-valuenow'))).toBeGreaterThan(5);
  await screen.getByRole('button', { name: '只听客户' }).click();
  await screen.getByRole('button', { name: '2×' }).click();
  await screen.getByRole('button', { name: '暂停' }).click();
  expect(await accessFaults()).toEqual([]);
});

test('in English a record says in English what was understood and by what each node was left', async () => {
  const { screen } = await openAt(`/platform/call/${told}`, { as: merchant.owner, language: 'en' });
  await expect.element(screen.getByRole('heading', { name: '15400000001' })).toBeVisible();
  const path = [...document.querySelectorAll('.call-record-path li > span')].map(({ textContent }) =>
    textContent?.trim(),
  );
  expect(path.slice(0, 3)).toEqual(['Yes', 'Collected', '问免不免费']);
  expect(path.at(3)).toMatch(/^Answered, asked again/);
  expect(path.at(-1)).toBe('Robot hung up');
  const understood = [...document.querySelectorAll('.call-record-transcript .call-record-understood b')].map(
    ({ textContent }) => textContent,
  );
  const wordsOf = (part: Element) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return range.getBoundingClientRect();
  };
  const names = [...document.querySelectorAll('.call-record-who, .call-record-lane-names span')];
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter(name => wordsOf(name).right > name.getBoundingClientRect().right)).toEqual([]);
  expect(understood).toContain('Yes');
  expect(understood).toContain('Collected');
});

test('space plays and pauses from anywhere on the page, arrows move, and a focused button keeps its space', async () => {
  const { screen } = await open(told, '?t=42');
  const wave = screen.getByRole('slider');
  await expect.element(wave).toHaveAttribute('aria-valuenow', '42');
  (document.activeElement as HTMLElement | null)?.blur();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(wave).toHaveAttribute('aria-valuenow', '37');
  await userEvent.keyboard(' ');
  await expect.element(screen.getByRole('button', { name: '暂停' })).toBeVisible();
  await userEvent.keyboard(' ');
  await expect.element(screen.getByRole('button', { name: '播放', exact: true })).toBeVisible();
  (screen.getByRole('button', { name: '2×' }).element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(screen.getByRole('button', { name: '2×' })).toHaveAttribute('aria-pressed', 'true');
  await expect.element(screen.getByRole('button', { name: '播放', exact: true })).toBeVisible();
  await expect.element(screen.getByText('插话', { exact: true }).first()).toBeVisible();
});

test('looking at a record asks for no sound, playing it does, once', async () => {
  const { screen, layer } = await open();
  const wave = screen.getByRole('slider');
  await wave.click({ position: { x: 40, y: 20 } });
  await screen.getByRole('button', { name: '2×' }).click();
  await screen.getByRole('button', { name: '跳过静默' }).click();
  expect(layer.lastAsked(endpoints.file.ticket)).toBeUndefined();
  const from = Number(wave.element().getAttribute('aria-valuenow'));
  expect(from).toBeGreaterThan(0);
  await screen.getByRole('button', { name: '播放', exact: true }).click();
  await expect.poll(() => Number(wave.element().getAttribute('aria-valuenow'))).toBeGreaterThan(from);
  expect(layer.lastAsked(endpoints.file.ticket)).toBeDefined();
});

test('a sound that does not come says why in its place, and comes when it is tried again', async () => {
  const { screen, layer } = await open();
  layer.fails(endpoints.file.ticket);
  await screen.getByRole('button', { name: '播放', exact: true }).click();
  const why = screen.getByRole('alert').filter({ hasText: '录音没有放出来' });
  await expect.element(why.getByText('服务暂时不可用，请稍后再试')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  layer.heals();
  await why.getByRole('button', { name: '再试一次' }).click();
  await expect.element(screen.getByRole('button', { name: '暂停' })).toBeVisible();
  await expect.element(why).not.toBeInTheDocument();
});

test('a call made by hand plays when its record opens, once', async () => {
  const { screen, layer } = await open(told);
  // One has clicked somewhere: the call was placed by that.
  await screen.getByRole('button', { name: '2×' }).click();
  expect(layer.lastAsked(endpoints.file.ticket)).toBeUndefined();
  await openAt('/home', { as: merchant.owner });
  history.replaceState({ usr: playsState, key: 'x', idx: 0 }, '', `/platform/call/${told}`);
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  await expect.element(page.getByRole('button', { name: '暂停' })).toBeVisible();
  await expect.poll(() => history.state.usr).not.toBe(playsState);
});

test('on a line that nobody listens on what the callee says is no silence, and the record says why it is not written', async () => {
  const layer = openLayer();
  layer.changes((path, data) => {
    if (path !== endpoints.call.detail.path) return data;
    const call = data as OutputOf<typeof endpoints.call.detail>;
    return { ...call, heard: false, transcript: call.transcript.filter(({ speaker }) => speaker === 'robot') };
  });
  const { screen } = await openAt(`/platform/call/${told}`, { as: merchant.owner, layer });
  await expect.element(screen.getByText(/这条线路没有语音识别/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: '去语音与模型接上' })).toBeVisible();
  // The sound is as it was: one stretch in which nobody says anything, whatever was written down.
  await expect.element(screen.getByText('静默 6.2 秒')).toBeVisible();
  expect(document.querySelectorAll('.call-record-silence')).toHaveLength(1);
  const boxes = (name: string) =>
    [...document.querySelectorAll(`.call-record-${name}, .call-record-${name} span`)].map(each =>
      each.getBoundingClientRect(),
    );
  const meet = (a: DOMRect, b: DOMRect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  for (const silence of boxes('silence')) for (const cutIn of boxes('cut-in')) expect(meet(silence, cutIn)).toBe(false);
  expect(await accessFaults()).toEqual([]);
});

test('a number that wants no more calls says so in its record, and is taken off where it was heard wrongly', async () => {
  const layer = openLayer();
  let isOn = true;
  layer.answers(endpoints.blacklist.allow, { undo: '1' });
  layer.changes((path, data) =>
    path === endpoints.call.detail.path ? { ...(data as object), isBlacklistedBy: isOn } : data,
  );
  const { screen } = await openAt(`/platform/call/${told}`, { as: merchant.owner, layer });
  await expect.element(screen.getByText('要求不再呼叫，号码已在黑名单里')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  isOn = false;
  await screen.getByRole('button', { name: '听错了，移出黑名单' }).click();
  await expect.element(screen.getByText('15400000001 已移出黑名单')).toBeVisible();
  await expect.element(screen.getByText('要求不再呼叫，号码已在黑名单里')).not.toBeInTheDocument();
  expect(layer.lastAsked(endpoints.blacklist.allow)?.callId).toBe(told);
});

test('a callee who spoke of the police is named in the record, for that call alone', async () => {
  const words = '客户说要报警或投诉到 12315 等部门';
  const calm = await open();
  await expect.element(calm.screen.getByRole('heading', { name: '逐字记录' })).toBeVisible();
  await expect.element(calm.screen.getByText(words)).not.toBeInTheDocument();
  const { screen } = await open(await giveCall(merchant, { phone: '15400000009' }, { namesAuthority: true }));
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(screen.getByRole('img', { name: words })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('a deep link opens at its second', async () => {
  const { screen } = await open(told, '?t=42');
  await expect.element(screen.getByRole('slider')).toHaveAttribute('aria-valuenow', '42');
});

test('a call that was not answered has no recording, no level, and its reason', async () => {
  const { screen } = await open(taken);
  await expect.element(screen.getByText('这通电话没有录音。')).toBeVisible();
  await expect.element(screen.getByText('没有接通，没有等级')).toBeVisible();
  await expect.element(screen.getByText(/486 用户正忙/)).toBeVisible();
  // What came of it holds nothing to press here: where it scrolls, it does so by keys.
  await expect.element(screen.getByRole('complementary', { name: '通话记录' })).toHaveAttribute('tabindex', '0');
  expect(await accessFaults()).toEqual([]);
});

test('487 has one cause: what we know of it, not the code’s own words; a busy line is amber, one that refuses red', async () => {
  const failed = (sipCode: number, verdict: object) => ({
    row: { phone: '15400000003' },
    ending: { ...busyCall.ending, verdict: { mayRetry: true, sipCode, ...verdict } as Verdict, sipReason: '' },
  });
  const [rung = '', refused = '', full = ''] = await giveCalls(merchant, [
    failed(487, { state: 'noAnswer', fault: 'callee', because: 'ringTimeout' }),
    failed(403, { state: 'lineFault', fault: 'us', because: 'forbidden' }),
    failed(503, { state: 'lineFault', fault: 'carrier', because: 'serverBusy' }),
  ]);
  const { screen } = await open(rung);
  await expect.element(screen.getByText('487 振铃太久没人接 · 换个时间再拨')).toBeVisible();
  await expect.element(screen.getByText(/接通前已取消/)).not.toBeInTheDocument();
  for (const [id, code, tone] of [
    [refused, '403', 'is-bad'],
    [full, '503', 'is-warn'],
  ] as const) {
    await open(id);
    await expect.element(page.getByText(code, { exact: true })).toHaveClass(tone);
    await expect.poll(() => document.querySelector('.call-record-head .state')?.classList.contains(tone)).toBe(true);
  }
});

test('a record of somebody else does not exist', async () => {
  const other = await newMerchant();
  const { screen } = await openAt(`/platform/call/${told}`, { as: other.owner });
  await expect.element(screen.getByText('通话记录不存在或已删除')).toBeVisible();
});

test('a record the house is too busy for is asked for again; its page has a heading all the while', async () => {
  const layer = openLayer();
  layer.fails(endpoints.call.detail);
  const { screen } = await openAt(`/platform/call/${told}`, { as: merchant.owner, layer });
  await expect.element(screen.getByRole('heading', { level: 1, name: '这通电话加载失败' })).toBeVisible();
  layer.heals();
  await screen.getByRole('button', { name: '再试一次' }).click();
  await expect.element(screen.getByRole('heading', { level: 1, name: toldCall.row.phone })).toBeVisible();
});

test('a recording whose wave is not made yet plays already, and its wave joins by itself', async () => {
  const layer = openLayer();
  let isYoung = true;
  layer.changes((path, data) => {
    if (!isYoung || path !== endpoints.call.detail.path) return data;
    const { recording, ...call } = data as OutputOf<typeof endpoints.call.detail>;
    return { ...call, recording: recording && { ...recording, peaks: null } };
  });
  const { screen } = await openAt(`/platform/call/${told}`, { as: merchant.owner, layer });
  await expect.element(screen.getByText('波形还在生成，可以先听。')).toBeVisible();
  await screen.getByRole('button', { name: '播放', exact: true }).click();
  await expect.element(screen.getByRole('button', { name: '暂停' })).toBeVisible();
  isYoung = false;
  await expect.element(screen.getByText('波形还在生成，可以先听。')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: '暂停' })).toBeVisible();
});

test('a call that is not over leads to what is being said', async () => {
  const [live = ''] = await giveCalls(merchant, [{ row: { phone: '15400000002' }, ending: null }]);
  const layer = openLayer();
  let answeredAt: string | null = null;
  layer.changes((path, data) => (path === endpoints.call.detail.path ? { ...(data as object), answeredAt } : data));
  const { screen } = await openAt(`/platform/call/${live}`, { as: merchant.owner, layer });
  await expect.element(screen.getByText('正在呼叫', { exact: true })).toBeVisible();
  answeredAt = new Date().toISOString();
  await expect.element(screen.getByText('正在通话', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('通话还没有结束，结束后这里会有录音和记录。')).toBeVisible();
  await screen.getByRole('button', { name: '看实时内容' }).click();
  await expect.poll(() => location.search).toBe(`?call=${live}`);
});

test('a level is set at once and taken back; where the merchant wants a reason, it is asked for in place', async () => {
  const [heard = ''] = await giveCalls(merchant, [toldCall]);
  const { screen, layer } = await open(heard);
  await expect.element(screen.getByText('约到试听', { exact: true })).toBeVisible();
  const level = (letter: string) => screen.getByRole('button', { name: `改为 ${letter}` });
  await expect.element(level('A')).toHaveAttribute('aria-pressed', 'true');
  await level('C').click();
  await expect.element(screen.getByText(/^等级已改为 C/)).toBeVisible();
  expect(layer.lastAsked(endpoints.level.correct)).toMatchObject({ id: heard, level: 'C', was: 'A', why: '' });
  await expect.element(screen.getByText(/规则评的是 A$/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '撤销' }).click();
  await expect.element(level('A')).toHaveAttribute('aria-pressed', 'true');

  await merchant.owner.ask(endpoints.config.save, { levelNeedsWhy: '1' });
  await level('B').click();
  const why = screen.getByRole('textbox', { name: '为什么改为 B' });
  await expect.element(why).toHaveFocus();
  await expect.element(level('A')).toHaveAttribute('aria-pressed', 'true');
  await why.fill('只问了价格');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/规则评的是 A：只问了价格/)).toBeVisible();
  await merchant.owner.ask(endpoints.config.save, { levelNeedsWhy: '0' });
});

test('of two who correct one call the second is told, and sees the level of the first', async () => {
  const [heard = ''] = await giveCalls(merchant, [toldCall]);
  const { screen, layer } = await open(heard);
  await expect.element(screen.getByRole('button', { name: '改为 A' })).toHaveAttribute('aria-pressed', 'true');
  // The news of the first is still on its way.
  const { promise: news, resolve: arrives } = Promise.withResolvers<void>();
  layer.holds(endpoints.call.detail, news);
  await merchant.owner.ask(endpoints.level.correct, { id: heard, level: 'B', was: 'A' });
  await screen.getByRole('button', { name: '改为 C' }).click();
  await expect.element(screen.getByText('这通电话的等级刚改成了 B，看过再改')).toBeVisible();
  arrives();
  await expect.element(screen.getByRole('button', { name: '改为 B' })).toHaveAttribute('aria-pressed', 'true');
});

test('a note saves itself, and who was followed up is marked and taken back; others see whose it was', async () => {
  const [heard = ''] = await giveCalls(merchant, [toldCall]);
  const colleague = await merchant.person({ name: '韩梅梅', rights: ['callLog'], scope: 'all' });
  await colleague.ask(endpoints.followUp.note, { id: heard, text: '周六来', was: '' });
  const { screen } = await open(heard);
  await expect.element(screen.getByText('周六来')).toBeVisible();
  await screen.getByRole('textbox', { name: '我的备注' }).fill('已经发了地址');
  await expect.element(screen.getByText('已保存')).toBeVisible();
  await screen.getByRole('button', { name: '标记已跟进' }).click();
  await expect.element(screen.getByText(/^.+ 今天 .+ 已跟进/)).toBeVisible();
  expect(await colleague.ask(endpoints.call.detail, { id: heard })).toMatchObject({
    followed: { by: expect.any(String) },
    notes: [{ text: '已经发了地址', mine: false }, { text: '周六来' }],
  });
  await screen.getByRole('button', { name: '撤销' }).click();
  await expect.element(screen.getByRole('button', { name: '标记已跟进' })).toBeVisible();
});

test('a note that cannot be saved is asked about before it goes, is there after a reload, and is saved in the order it was typed', async () => {
  const [id = ''] = await giveCalls(merchant, [toldCall]);
  const layer = openLayer();
  const { screen } = await openAt(`/platform/call/${id}`, { as: merchant.owner, layer });
  const note = screen.getByRole('textbox', { name: '我的备注' });
  layer.fails(endpoints.followUp.note);
  await note.fill('周六来');
  await expect.element(screen.getByText(/^没有保存上/)).toBeVisible();
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  dispatchEvent(new Event('pagehide'));
  const again = await openAt(`/platform/call/${id}`, { as: merchant.owner });
  await expect.element(again.screen.getByRole('textbox', { name: '我的备注' })).toHaveValue('周六来');
  await expect.element(again.screen.getByText('已保存')).toBeVisible();
  const first = Promise.withResolvers<void>();
  again.layer.holds(endpoints.followUp.note, first.promise);
  for (const text of ['周六上午来', '周六上午来，带孩子'])
    await again.screen.getByRole('textbox', { name: '我的备注' }).fill(text);
  await expect.poll(() => again.layer.waiting()).toBe(1);
  first.resolve();
  const kept = async () => (await merchant.owner.ask(endpoints.call.detail, { id })).notes[0]?.text;
  await expect.poll(kept).toBe('周六上午来，带孩子');
});

test('a note that was written elsewhere since is not written over: one sees both and says which stays', async () => {
  const [id = ''] = await giveCalls(merchant, [toldCall]);
  const kept = async () => (await merchant.owner.ask(endpoints.call.detail, { id })).notes[0]?.text;
  const layer = openLayer();
  const { screen } = await openAt(`/platform/call/${id}`, { as: merchant.owner, layer });
  layer.fails(endpoints.followUp.note);
  await screen.getByRole('textbox', { name: '我的备注' }).fill('周六来');
  await expect.element(screen.getByText(/^没有保存上/)).toBeVisible();
  dispatchEvent(new Event('pagehide'));
  await merchant.owner.ask(endpoints.followUp.note, { id, text: '约了周日', was: '' });
  const again = await openAt(`/platform/call/${id}`, { as: merchant.owner });
  const note = again.screen.getByRole('textbox', { name: '我的备注' });
  await expect.element(note).toHaveValue('周六来');
  const asks = again.screen.getByRole('alert').filter({ hasText: '这条备注在别处改成了 约了周日' });
  await expect.element(asks).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  // Going on does not decide it.
  await note.fill('周六上午来');
  await expect.poll(() => again.layer.asked.filter(({ path }) => path === endpoints.followUp.note.path).length).toBe(2);
  expect(await kept()).toBe('约了周日');
  await asks.getByRole('button', { name: '两条都留' }).click();
  await expect.element(again.screen.getByText('已保存')).toBeVisible();
  await expect.element(asks).not.toBeInTheDocument();
  expect(await kept()).toBe('约了周日\n周六上午来');
});

test('a note whose answer was lost is one’s own: going on asks nothing, and no answer that is late makes it another’s', async () => {
  const [id = ''] = await giveCalls(merchant, [toldCall]);
  const kept = async () => (await merchant.owner.ask(endpoints.call.detail, { id })).notes[0]?.text;
  const layer = openLayer();
  let isLost = true;
  layer.changes((path, data) => {
    if (isLost && path === endpoints.followUp.note.path) throw new TypeError('the answer is lost');
    return data;
  });
  const { screen } = await openAt(`/platform/call/${id}`, { as: merchant.owner, layer });
  const note = screen.getByRole('textbox', { name: '我的备注' });
  await note.fill('约');
  await expect.element(screen.getByText(/^没有保存上/)).toBeVisible();
  expect(await kept()).toBe('约');
  isLost = false;
  await note.fill('约了周六');
  await expect.element(screen.getByText('已保存')).toBeVisible();
  expect(await kept()).toBe('约了周六');
  // Typed on while it is written: what is kept over a reload knows what it was typed over.
  const answered = Promise.withResolvers<void>();
  layer.holds(endpoints.followUp.note, answered.promise);
  await note.fill('约了周六上午');
  await expect.poll(() => layer.waiting()).toBe(1);
  await note.fill('约了周六上午九点');
  // What saves itself next does not come through: this page is left before it does.
  layer.holds(endpoints.followUp.note, new Promise(() => undefined));
  answered.resolve();
  await expect.poll(kept).toBe('约了周六上午');
  dispatchEvent(new Event('pagehide'));
  const again = await openAt(`/platform/call/${id}`, { as: merchant.owner });
  // By the page that was left, or by this one.
  await expect.poll(kept).toBe('约了周六上午九点');
  await expect.element(again.screen.getByRole('textbox', { name: '我的备注' })).toHaveValue('约了周六上午九点');
  await expect.element(again.screen.getByRole('button', { name: '两条都留' })).not.toBeInTheDocument();
});

test('of a recording whose silences nobody noted none is claimed: it says so where one would skip them', async () => {
  const layer = openLayer();
  layer.changes((path, data) => {
    if (path !== endpoints.call.detail.path) return data;
    const call = data as OutputOf<typeof endpoints.call.detail>;
    const { recording } = call;
    return {
      ...call,
      recording: recording && { ...recording, peaks: recording.peaks && { ...recording.peaks, quiet: null } },
    };
  });
  const { screen } = await openAt(`/platform/call/${told}`, { as: merchant.owner, layer });
  const skips = screen.getByRole('button', { name: '跳过静默' });
  await expect.element(skips).toBeDisabled();
  await expect.element(skips).toHaveAttribute('title', '这段录音没有标出静默');
  expect(document.querySelectorAll('.call-record-silence')).toHaveLength(0);
  expect(document.querySelectorAll('.call-record-cut-in').length).toBeGreaterThan(0);
});

test('a level that somebody else sets is on the open record at once, with who says so in place of the rule', async () => {
  const [id = ''] = await giveCalls(merchant, [toldCall]);
  const { screen, ready } = await openAt(`/platform/call/${id}`, { as: merchant.owner });
  await ready;
  await expect.element(screen.getByText('约到试听时间，通话 30 秒以上')).toBeVisible();
  const other = await merchant.person({ rights: ['callLog'], scope: 'all' });
  await other.ask(endpoints.level.correct, { id, level: 'B', was: 'A', why: '问了价格' });
  await expect.element(screen.getByText('人工改为 B · 问了价格')).toBeVisible();
});
