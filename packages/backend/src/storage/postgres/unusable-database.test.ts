import { expect, test } from 'vitest'
import { unusableDatabase } from './unusable-database.ts'

/** The words of an error that has a code say nothing: a server that cancels a statement for its time has answered. */
const thrown = (code: string) =>
  Object.assign(new Error('canceling statement due to statement timeout'), { code })

test.each([
  ['SELF_SIGNED_CERT_IN_CHAIN', /authority/, /sslrootcert=/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /authority/, /sslrootcert=/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /authority/, /sslrootcert=/],
  ['CERT_HAS_EXPIRED', /expired/, /Renew/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /another host name/, /host name/],
  ['28000', /pg_hba\.conf/, /sslmode=verify-full/],
  ['53300', /no connection left/, /max_connections/],
  ['57P03', /starting up/, /Try again/],
  ['57014', /cannot be used/, /--database-url/],
  ['XX000', /cannot be used/, /--database-url/],
])('a driver’s %s becomes a sentence with the cure', (code, why, cure) => {
  const error = unusableDatabase(thrown(code))
  expect([error.code, error.message, error.cure, error.reason]).toEqual([
    ...['unavailable', expect.stringMatching(why), expect.stringMatching(cure), ` (${code})`],
  ])
})
