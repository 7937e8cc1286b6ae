import { POSTGRES_TYPES, SQLITE_TYPES } from '../engine.ts'
import type { Migration } from './migrations.ts'
import { MIGRATIONS, NEWEST_STEP } from './migrations.ts'

/**
 * The migrations with one more that does all a migration can do: a table, a column with a value for old rows, an index, and rows
 * moved. A process that does it twice leaves two rows in `trials`.
 *
 * @param halfway called when the first half is done
 */
export function trialMigrations(halfway: () => Promise<void> = async () => {}): Migration[] {
  return [
    ...MIGRATIONS,
    async schema => {
      const { text } = schema.engine === 'sqlite' ? SQLITE_TYPES : POSTGRES_TYPES
      await schema.createTable('trials', { columns: { name: 'text', total: 'amount' } })
      await schema.run(`alter table products add column unit_label ${text} not null default 'o''clock'`)
      await halfway()
      await schema.run(`alter table products add column note ${text}`)
      await schema.addIndexes('products', { indexes: [['unitLabel']] })
      await schema.run(
        `insert into trials (name, total) select 'from version ' || '${NEWEST_STEP}' || ' of ' || id, 1 from products`,
      )
    },
  ]
}
