/**
 * One embedded PostgreSQL for a run of slice tests with a template database that each test file clones, its two merchants
 * included (vitest globalSetup of the `slice` project).
 */
import type { TestProject } from 'vitest/node';
import { startTemplate } from './template.ts';

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const template = await startTemplate();
  project.provide('databaseServer', template.url);
  project.provide('merchants', template.merchants);
  return template.stop;
};
