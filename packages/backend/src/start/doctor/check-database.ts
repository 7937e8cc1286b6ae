import { FIRST_STEP, NEWEST_STEP } from '../../storage/migrations/migrations.ts'
import { readSchemaStep } from '../../storage/schema-step.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

/**
 * Looks at the database without changing it.
 *
 * @returns whether it can be opened as it is, besides
 */
export async function checkDatabase(
  folder: string,
  databaseUrl: string | null,
): Promise<{ finding: Finding; isCurrent: boolean }> {
  const engine = databaseUrl === null ? 'SQLite' : 'PostgreSQL'
  const is = (finding: Finding, isCurrent = false) => ({ finding, isCurrent })
  try {
    const step = await readSchemaStep(folder, databaseUrl)
    if (step === null) return is(ok('database', `${engine}, not there yet: the first start makes it`))
    const found = `${engine}, schema step ${step} of ${NEWEST_STEP}`
    if (step === NEWEST_STEP) return is(ok('database', found), true)
    if (step > 0 && step < FIRST_STEP)
      return is(failure('database', found, 'It is from before the first release: start with an empty one.'))
    return is(
      step < NEWEST_STEP
        ? warning(
            'database',
            found,
            'Back it up; the next start brings it up to date (CHANGELOG.md says what to mind).',
          )
        : failure('database', found, 'A newer version has been here. Start that one.'),
    )
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    const where = databaseUrl === null ? '--data, and the folder it names' : '--database-url'
    return is(failure('database', `${error.message}${error.reason}`, error.cure ?? `Check ${where}.`))
  }
}
