export { EXPORT_STATEMENT, statementWork } from './sheet.batch.ts';
export { bindStatements } from './statements.routes.ts';
