export type Printer = ReturnType<typeof createPrinter>

/** An object as `--json` prints it. */
type Printed = Record<string, unknown>

/** Where a command's response goes: rows for people, or one line of JSON for programs. */
export function createPrinter(write: (text: string) => void) {
  const rows = (objects: readonly Printed[], columns: Record<string, string>) => {
    if (objects.length === 0) return write('None.\n')
    const fields = Object.values(columns)
    const table = [Object.keys(columns), ...objects.map(object => fields.map(field => cellOf(object[field])))]
    const widths = fields.map((_, column) => Math.max(...table.map(cells => cells[column]?.length ?? 0)))
    for (const cells of table) {
      const padded = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0))
      write(`${padded.join('  ').trimEnd()}\n`)
    }
  }
  return {
    json: (value: unknown) => write(`${JSON.stringify(value)}\n`),
    line: (text: string) => write(`${text}\n`),
    rows,
  }
}

/** In these objects a number is an instant in seconds. */
function cellOf(value: unknown): string {
  return typeof value === 'number' ? readableTime(value * 1_000) : String(value ?? '')
}

/** An instant as people read it. */
export function readableTime(millis: number): string {
  return new Date(millis).toISOString().slice(0, 19).replace('T', ' ')
}
