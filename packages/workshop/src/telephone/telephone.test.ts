import { afterEach, describe, expect, it } from 'vitest';
import { openTelephone, type Telephone, type TelephoneOptions } from './index.ts';

const open: Telephone[] = [];
const telephone = async (options: TelephoneOptions = {}): Promise<Telephone> => {
  const made = await openTelephone(options);
  open.push(made);
  return made;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map(each => each.close()));
});

const LIMIT_MS = 5_000;
const sound = new Uint8Array(4000).fill(0x25, 0, 2000).fill(0xa5, 2000);

describe('the test telephone', () => {
  it('calls another one: both talk, send keys and words, and hear who hung up', async () => {
    const [caller, callee] = [await telephone(), await telephone()];
    const out = caller.dial({ target: callee.address, number: '100', callerNumber: '200' });
    const incoming = await callee.nextCall(LIMIT_MS);
    expect([incoming.number, incoming.callerNumber]).toEqual(['100', '200']);
    incoming.ring();
    await incoming.answer();
    await out.answered;
    const key = incoming.waitFor('a key', signal => signal.type === 'key', LIMIT_MS);
    const voice = incoming.waitFor('a voice', signal => signal.type === 'speaking', LIMIT_MS);
    const words = incoming.waitFor('words', signal => signal.type === 'text', LIMIT_MS);
    out.sendText('您好\u2028');
    await out.play(sound);
    out.sendKeys('5');
    await Promise.all([key, voice, words]);
    incoming.hangUp();
    expect((await out.ended).ending.how).toBe('byThem');
    expect((await incoming.ended).ending.how).toBe('byUs');
    expect(incoming.heard).toEqual({ sentences: ['您好'], keys: '5' });
  });

  it.each([401, 407] as const)('demands credentials with %i and takes the right ones alone', async status => {
    const callee = await telephone({ demands: { status, username: 'lianxian', password: 'right' } });
    const caller = await telephone();
    const dial = (password: string) =>
      caller.dial({ target: callee.address, number: '100', credentials: { username: 'lianxian', password } });
    const good = dial('right');
    await (await callee.nextCall(LIMIT_MS)).answer();
    await good.answered;
    expect((await dial('wrong').ended).ending).toMatchObject({ how: 'credentialsRefused', code: status });
  });

  it('refuses with any code, and says so to the caller', async () => {
    const [caller, callee] = [await telephone(), await telephone()];
    const out = caller.dial({ target: callee.address, number: '100' });
    (await callee.nextCall(LIMIT_MS)).refuse(603);
    expect((await out.ended).ending).toMatchObject({ how: 'refused', code: 603 });
    await expect(out.answered).rejects.toThrow('refused 603');
  });

  it('hangs up everything when it closes', async () => {
    const [caller, callee] = [await telephone(), await telephone()];
    const out = caller.dial({ target: callee.address, number: '100' });
    await (await callee.nextCall(LIMIT_MS)).answer();
    await out.answered;
    await callee.close();
    expect((await out.ended).ending.how).toBe('byThem');
    await expect(callee.nextCall(10)).rejects.toThrow('nobody called');
  });
});
