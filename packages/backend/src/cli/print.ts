/** Where a command's answer goes: rows for people, or one line of JSON for programs. */
export type Printer = {
  rows(rows: Record<string, string>[]): void
  json(value: unknown): void
  line(text: string): void
}

export function createPrinter(write: (text: string) => void): Printer {
  return {
    json: value => write(`${JSON.stringify(value)}\n`),
    line: text => write(`${text}\n`),
    rows: rows => {
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
