/** What one look has found: `todo` says what to type or to change where something is not as it should be. */
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
