import { expect, test } from 'vitest'
import { sessionStatements } from './session-statements.ts'

const logged = (statement: string) => `2026-11-23 12:00:00.000 UTC [7] LOG:  ${statement}`

test.each([
  'execute s12: select "id" from "products" where "id" = $1',
  "statement: set statement_timeout = '4s'",
  'statement: begin; set statement_timeout = 4000; select 1',
  'execute <unnamed>: select pg_advisory_lock(1)',
  'statement: select pg_try_advisory_lock(1)',
  'statement: listen events',
  'statement: create temp table notes (text text)',
])('a session has this beyond its transaction: %s', statement => {
  expect(sessionStatements(logged(statement))).toEqual([logged(statement)])
})

test.each([
  'execute <unnamed>: update "products" set "name" = $1 where "id" = $2',
  'statement: begin isolation level serializable; set local statement_timeout = 4000; select 1',
  'execute <unnamed>: select pg_advisory_xact_lock(1)',
  "statement: SET application_name='per-second';",
  'statement: commit',
])('and not this: %s', statement => {
  expect(sessionStatements(logged(statement))).toEqual([])
})
