/**
 * State that outlasts its transaction on the connection, where a pooler gives that to another client next. It is
 * prepared statements by name, settings, locks, listeners, tables and cursors of a session. Settings of PgBouncer
 * itself, which make a connection fit its next user, are left out.
 */
const OF_A_SESSION = [
  /(?:execute|parse|bind) (?!<unnamed>)[^ :]+:/,
  /(?:: |; ?)set (?!local |transaction |application_name|client_encoding|datestyle|timezone|standard_conforming_strings|intervalstyle)/i,
  /(?:: |; ?)(?:prepare|listen|load|discard|declare|create temp|create temporary) /i,
  /pg_(?:try_)?advisory_lock/,
]

/** @param log of a server that logs every statement */
export function sessionStatements(log: string): string[] {
  return log.split('\n').filter(line => / LOG: /.test(line) && OF_A_SESSION.some(kind => kind.test(line)))
}
