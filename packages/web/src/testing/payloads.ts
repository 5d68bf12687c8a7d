import { expect } from 'vitest';

/** What a person who writes for others might try. Each would set `hacked`, or lead out of the product. */
export const payloads = [
  '<script>window.hacked = 1</script>',
  '<img src=x onerror="window.hacked = 1">',
  '<svg onload="window.hacked = 1"></svg>',
  '<iframe srcdoc="<script>parent.hacked = 1</script>"></iframe>',
  '<a href="javascript:window.hacked = 1">一</a>',
  '[二](javascript:window.hacked=1)',
  '[三](JaVaScRiPt:window.hacked=1)',
  '[四](data:text/html,<script>window.hacked=1</script>)',
  '[五](vbscript:x)',
  '[六](//evil.test)',
  '[七](/\\evil.test)',
  '![八](https://evil.test/x.png)',
  '![九](/api/front/user/logout)',
  '[十]: javascript:window.hacked=1\n\n[十]',
  '<https://evil.test" onmouseover="window.hacked=1>',
  '`<b onclick=x>`',
  '> '.repeat(200),
];
/** All of them in one text. */
export const poison = payloads.join('\n\n');

/** Nothing of them ran, and no markup shows what it could. */
export const expectHarmless = async () => {
  await new Promise(requestAnimationFrame);
  expect((window as { hacked?: number }).hacked).toBeUndefined();
  expect(document.querySelectorAll('.markdown :is(script, iframe, svg, img, object, form, style)')).toHaveLength(0);
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.markdown a')];
  expect(links.filter(link => !/^(https?:|mailto:|\/[^/\\])/.test(link.getAttribute('href') ?? ''))).toEqual([]);
  const listening = [...document.querySelectorAll('.markdown *')].filter(each =>
    each.getAttributeNames().some(name => name.startsWith('on')),
  );
  expect(listening).toEqual([]);
};
