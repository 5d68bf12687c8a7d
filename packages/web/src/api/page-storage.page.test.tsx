import { expect, onTestFinished, test } from 'vitest';
import { standInForStorage } from './page-storage.ts';

test('where a frame is refused its storage, what is kept lives as long as the page', () => {
  const own = Object.getOwnPropertyDescriptor(window, 'sessionStorage');
  onTestFinished(() => {
    if (own) Object.defineProperty(window, 'sessionStorage', own);
    else Reflect.deleteProperty(window, 'sessionStorage');
  });
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  Object.defineProperty(window, 'sessionStorage', { get: refuse, configurable: true });
  expect(() => sessionStorage.getItem('lx.a')).toThrow();

  const { localStorage: untouched } = window;
  standInForStorage();
  expect(sessionStorage.getItem('lx.a')).toBeNull();
  sessionStorage.setItem('lx.a', '1');
  sessionStorage.setItem('lx.b', '2');
  expect(sessionStorage.getItem('lx.a')).toBe('1');
  expect(Object.keys(sessionStorage)).toEqual(['lx.a', 'lx.b']);
  expect([sessionStorage.length, sessionStorage.key(1)]).toEqual([2, 'lx.b']);
  sessionStorage.removeItem('lx.a');
  expect(sessionStorage.getItem('lx.a')).toBeNull();
  sessionStorage.clear();
  expect(sessionStorage.length).toBe(0);
  expect(window.localStorage).toBe(untouched);
});
