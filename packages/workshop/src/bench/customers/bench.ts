import { type Sample, saveFigure } from '../figures.ts';
import { customerImportSamples, customerImportTooDear, measureCustomerImport } from './import.ts';
import { customersSamples, customersTooSlow, measureCustomers } from './index.ts';

const MILLION = 1_000_000;

const tell = (samples: readonly Sample[]): void => {
  for (const { en, unit, values } of samples) process.stdout.write(`${en}: ${values[0]!.toFixed(1)} ${unit}\n`);
};

/** The number library of a million; so many `rows` make it a trial, which is not saved. What it took too long for. */
export const benchCustomers = async (command: string, rows: string | undefined): Promise<readonly string[]> => {
  const figure = await measureCustomers(Number(rows ?? MILLION));
  const samples = customersSamples(figure);
  tell(samples);
  if (rows === undefined) saveFigure('customers', command, samples, figure);
  return customersTooSlow(figure);
};

/** A sheet of a million customers, as {@link benchCustomers}. */
export const benchCustomerImport = async (command: string, rows: string | undefined): Promise<readonly string[]> => {
  const figure = await measureCustomerImport(Number(rows ?? MILLION));
  const samples = customerImportSamples(figure);
  tell(samples);
  if (rows === undefined) saveFigure('customers-import', command, samples, figure);
  return customerImportTooDear(figure);
};
