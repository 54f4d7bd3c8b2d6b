import { stopTestPostgres } from '../apps/server/src/platform/postgres/testDatabase.ts'

/**
 * Ends the test databases' servers after the last test of a CI run, which would leave them to nobody. Elsewhere they
 * stay for the next run, which then starts at once.
 */
export async function teardown(): Promise<void> {
  if (process.env['CI'] !== undefined) await stopTestPostgres()
}
