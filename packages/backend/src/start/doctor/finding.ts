/** The result of one check. `todo` says which command or change mends a fault. */
export type Finding = { check: string; found: string } & (
  | { state: 'ok'; todo: null }
  | { state: 'warning' | 'failure'; todo: string }
)

export function ok(check: string, found: string): Finding {
  return { check, found, state: 'ok', todo: null }
}

export function warning(check: string, found: string, todo: string): Finding {
  return { check, found, state: 'warning', todo }
}

export function failure(check: string, found: string, todo: string): Finding {
  return { check, found, state: 'failure', todo }
}
