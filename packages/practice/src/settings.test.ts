import { describe, expect, it } from 'vitest';
import { parseSettings } from './settings.ts';

const good = { VOICE_COMMAND: '["node","voice.ts"]', PRACTICE_CACHE_DIR: 'cache' };

describe('the practice carrier’s settings', () => {
  it('let each callee ring as it does, send no pilot and tell nobody what it means when nothing is said', () => {
    expect(parseSettings(good)).toEqual({
      port: 0,
      seed: 1,
      voiceCommand: ['node', 'voice.ts'],
      cacheDir: 'cache',
      ringMs: null,
      pilot: false,
      tells: false,
      maxCalls: 500,
    });
  });

  it.each([
    [{ PRACTICE_SIP_PORT: '70000' }, 'PRACTICE_SIP_PORT'],
    [{ PRACTICE_SEED: 'x' }, 'PRACTICE_SEED'],
    [{ PRACTICE_RING_MS: '5-1' }, 'PRACTICE_RING_MS'],
    [{ PRACTICE_RING_MS: 'soon' }, 'PRACTICE_RING_MS'],
    [{ VOICE_COMMAND: 'node' }, 'VOICE_COMMAND'],
    [{ VOICE_COMMAND: '[1]' }, 'VOICE_COMMAND'],
    [{ PRACTICE_CACHE_DIR: '' }, 'PRACTICE_CACHE_DIR'],
    [{ PRACTICE_MAX_CALLS: '0' }, 'PRACTICE_MAX_CALLS'],
  ])('refuse %j with a sentence that names the setting', (wrong, name) => {
    expect(() => parseSettings({ ...good, ...wrong })).toThrow(name);
  });
});
