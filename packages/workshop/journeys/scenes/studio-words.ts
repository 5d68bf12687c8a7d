import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { shown } from '../house/browser.ts';

/** How a person moves about in the plan editor: by what stands on it, and by nothing else. */

/** The first of this role and name that is seen: editors of other tabs are still there, hidden. */
const button = (at: Page | Locator, name: string | RegExp): Locator =>
  shown(at.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }));
export const press = (at: Page | Locator, name: string | RegExp): Promise<void> => button(at, name).click();

const field = (at: Page | Locator, label: string | RegExp): Locator =>
  shown(at.getByLabel(label, { ...(typeof label === 'string' && { exact: true }) }));

/** What one types into. */
export const text = (at: Page | Locator, label: string | RegExp): Locator =>
  shown(at.getByRole('textbox', { name: label, ...(typeof label === 'string' && { exact: true }) }));

export const choose = async (at: Page | Locator, label: string | RegExp, option: string): Promise<void> => {
  await field(at, label).selectOption({ label: option });
};

/** Another part of the plan, by its tab, or from the menu 更多 where there is no room for it (it bears the name of the part one is in). */
export const openPart = async (page: Page, from: RegExp | string, part: string | RegExp): Promise<void> => {
  const views = shown(page.getByRole('navigation', { name: '看什么' }));
  const tab = views.getByRole('button', { name: part });
  if (await tab.isVisible()) return tab.click();
  await press(views, from);
  await shown(page.getByRole('menuitem', { name: part }).or(page.getByRole('menuitemradio', { name: part }))).click();
};

/** A node, by its name in the outline. */
export const mark = async (page: Page, node: string): Promise<void> => {
  await shown(page.getByRole('treeitem', { name: node })).click();
  await expect.poll(() => text(page, '名称').inputValue()).toBe(node);
};

interface NewNode {
  readonly kind: string;
  readonly name: string;
  readonly says: string;
}

/** 「节点」, its kind, its name and what it says. */
export const addNode = async (page: Page, { kind, name, says }: NewNode): Promise<void> => {
  await press(page, '节点');
  await press(page, new RegExp(`^${kind}`));
  await text(page, '名称').fill(name);
  await text(page, '要说的话').fill(says);
};

/** Where an exit of the marked node leads. */
export const leads = (page: Page, exit: string, to: string): Promise<void> => choose(page, `${exit} 去哪里`, to);

/** Another branch of the marked node. */
export const addBranch = async (page: Page, on: string, to: string): Promise<void> => {
  await press(page, '加分支');
  await page.getByLabel('客户的意思').filter({ visible: true }).last().selectOption({ label: on });
  await leads(page, on, to);
};

export const dropBranch = (page: Page, on: string): Promise<void> => press(page, `去掉 ${on}`);

/** A cord by mouse, from an exit of a node to another node. */
export const drawCord = async (page: Page, from: string, exit: string, to: string): Promise<void> => {
  const canvas = shown(page.getByRole('region', { name: '流程图' }));
  const start = await canvas.getByRole('group', { name: from }).getByText(exit, { exact: true }).boundingBox();
  const end = await canvas.getByRole('group', { name: to }).boundingBox();
  if (start === null || end === null) throw new Error(`${from} or ${to} is not on the canvas`);
  const box = await canvas.getByRole('group', { name: from }).boundingBox();
  // The knob of an exit hangs at the lower edge of its node, in the middle below its word.
  await page.mouse.move(start.x + start.width / 2, box!.y + box!.height);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + 4, { steps: 8 });
  await page.mouse.up();
};

/** The tab of a page that is open. */
export const backTo = async (page: Page, tab: string): Promise<void> => {
  await shown(page.getByRole('link', { name: tab, exact: true })).click();
};
