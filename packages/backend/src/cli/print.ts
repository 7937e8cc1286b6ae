export type Printer = ReturnType<typeof createPrinter>

/** Where a command's response goes: rows for people, or one line of JSON for programs. */
export function createPrinter(write: (text: string) => void) {
  return {
    json: (value: unknown) => write(`${JSON.stringify(value)}\n`),
    line: (text: string) => write(`${text}\n`),
    rows: (rows: Record<string, string>[]) => {
      const [first] = rows
      if (first === undefined) {
        write('None.\n')
        return
      }
      const names = Object.keys(first)
      const table = [names, ...rows.map(row => names.map(name => row[name] ?? ''))]
      const widths = names.map((_, column) => Math.max(...table.map(cells => cells[column]?.length ?? 0)))
      for (const cells of table) {
        write(
          `${cells
            .map((cell, column) => cell.padEnd(widths[column] ?? 0))
            .join('  ')
            .trimEnd()}\n`,
        )
      }
    },
  }
}

/** Seconds of the API as people read them. */
export function readableTime(millis: number | null): string {
  return millis === null ? '' : new Date(millis).toISOString().slice(0, 19).replace('T', ' ')
}
